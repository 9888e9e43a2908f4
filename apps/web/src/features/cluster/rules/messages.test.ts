import { describe, expect, it } from 'vitest';
import * as messages from './messages.ts';

describe('spec 001 section 8: error catalogue', () => {
  it.each([
    [messages.containerLogFailed('engine', 'Not Found', 404), 'Failed to fetch logs for engine: Not Found (404)'],
    [messages.podDetailsFailed('gone'), 'Failed to fetch pod details: gone'],
    [messages.logsFailed('cut'), 'Failed to fetch logs: cut'],
    [messages.podDeleted('pod-1'), 'Pod pod-1 is being gracefully deleted.'],
    [messages.WORDS.proxyUnavailable, 'Kubectl proxy unavailable, using API deletion...'],
    [messages.deleteFailed('no'), 'Failed to delete pod: no'],
    [messages.deleteFailed(), 'Failed to delete pod: Unknown error'],
    [messages.deleteFailed(''), 'Failed to delete pod: Unknown error'],
    [messages.WORDS.noPods, 'No pods found. Backend may not be connected to Kubernetes.'],
    [messages.gatewayFailed('Too slow.'), 'Too slow. Backend may not be connected to Kubernetes.'],
    [messages.gatewayFailed('Timeout'), 'Timeout. Backend may not be connected to Kubernetes.'],
    [messages.gatewayFailed(), 'Failed to fetch pod status information. Backend may not be connected to Kubernetes.'],
    [messages.filteredDeleteFailed('no'), 'Failed to delete filtered pods: no'],
    [messages.autoDeleteFailed('no'), 'Failed to auto-delete non-running pods: no'],
    [messages.prepareFailed('no'), 'Failed to prepare pods for deletion: no'],
    [messages.WORDS.unknown, 'Unknown error'],
    [messages.WORDS.clusterUnknown, 'An unknown error occurred'],
    [messages.WORDS.clusterLoadFailed, 'Failed to load cluster data. Please try again later.'],
    [messages.WORDS.sessionsFailed, 'Failed to load sessions'],
  ])('%s', (shown, catalogued) => expect(shown).toBe(catalogued));

  it.each([
    [{ kind: 'network' }, 'Connection to server failed. Backend service may be unavailable.'],
    [{ kind: 'status', status: 503, message: 'down' }, 'Server error: down'],
    [{ kind: 'status', status: 500 }, 'Server error: Unknown server error'],
    [{ kind: 'status', status: 403, message: 'not you' }, 'Request error: not you'],
    [{ kind: 'status', status: 499 }, 'Request error: Invalid request'],
    [{ kind: 'status', status: 302 }, 'Error: Unknown error occurred'],
    [{ kind: 'other', message: 'odd' }, 'Error: odd'],
    [{ kind: 'other' }, 'Error: Unknown error occurred'],
    [{ kind: 'empty' }, 'Received empty response from server'],
  ] as const)('nodes monitor, %j: %s', (failure, shown) => expect(messages.nodesFailed(failure)).toBe(shown));
});

describe('spec 001 sections 2.2, 2.3 and 5: notices', () => {
  it.each([
    [messages.WORDS.nothingToDelete, 'No non-running pods without sessions to delete.'],
    [messages.WORDS.noCandidates, 'No pods match the deletion criteria (non-running pods without sessions)'],
    [messages.WORDS.noMatches, 'No pods match the current filters'],
    [messages.WORDS.nodesNoMatch, 'No nodes match the current filter criteria'],
    [messages.WORDS.nodesUnable, 'Unable to load node data. Please check your connection and try again.'],
    [messages.WORDS.nodesNone, 'No nodes found to display'],
  ])('%s', (shown, specified) => expect(shown).toBe(specified));
});
