import { describe, expect, it } from 'vitest';
import '../../../../test/english.ts';
import { errorFromBody, unreadableAnswer } from '../../../lib/api/api-error.ts';
import { clusterTexts } from '../texts.ts';
import * as words from './error-texts.ts';

const { errors } = clusterTexts;

describe('spec 001 section 8: error catalogue', () => {
  it.each([
    [words.containerLogFailed('engine', 'Not Found', 404), 'Failed to fetch logs for engine: Not Found (404)'],
    [words.podDetailsFailed('gone'), 'Failed to fetch pod details: gone'],
    [words.logsFailed('cut'), 'Failed to fetch logs: cut'],
    [words.podDeleted('pod-1'), 'Pod pod-1 is being gracefully deleted.'],
    [words.proxyUnavailable(), 'Kubectl proxy unavailable, using API deletion...'],
    [words.failed('deleteFailed', 'no'), 'Failed to delete pod: no'],
    [words.failed('deleteFailed'), 'Failed to delete pod: Unknown error'],
    [words.failed('deleteFailed', ''), 'Failed to delete pod: Unknown error'],
    [errors.noPods, 'No pods found. Backend may not be connected to Kubernetes.'],
    [words.gatewayFailed('Too slow.'), 'Too slow. Backend may not be connected to Kubernetes.'],
    [words.gatewayFailed('Timeout'), 'Timeout. Backend may not be connected to Kubernetes.'],
    [words.gatewayFailed(), 'Failed to fetch pod status information. Backend may not be connected to Kubernetes.'],
    [words.failed('filteredDeleteFailed', 'no'), 'Failed to delete filtered pods: no'],
    [words.failed('autoDeleteFailed', 'no'), 'Failed to auto-delete non-running pods: no'],
    [words.failed('prepareFailed', 'no'), 'Failed to prepare pods for deletion: no'],
    [words.reasonOf(undefined), 'Unknown error'],
    [errors.clusterUnknown, 'An unknown error occurred'],
    [errors.clusterLoadFailed, 'Failed to load cluster data. Please try again later.'],
    [words.sessionsFailed(), 'Failed to load sessions'],
  ])('%s', (text, catalogued) => expect(text).toBe(catalogued));

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
  ] as const)('nodes monitor, %j: %s', (failure, text) => expect(words.nodesFailed(failure)).toBe(text));
});

describe('a failure without a message', () => {
  const fault = new TypeError("Cannot destructure property 'pods' of 'undefined' as it is undefined.");
  it.each([
    ['a fault of the page', fault],
    ['a status and no more', errorFromBody(null, 500, 'r-1')],
    ['an answer that is no JSON', unreadableAnswer(200)],
  ])('%s has the words of the catalogue, and none of its own', (_, failure) => {
    expect(words.gatewayFailed(failure)).toBe(
      'Failed to fetch pod status information. Backend may not be connected to Kubernetes.',
    );
    expect(words.failed('autoDeleteFailed', failure)).toBe('Failed to auto-delete non-running pods: Unknown error');
    expect(words.sessionsFailed(failure)).toBe('Failed to load sessions');
  });

  it('keeps the server’s message if there is one', () => {
    const error = errorFromBody({ code: 'NO_CLUSTER', message: 'Kubernetes cannot be reached' }, 503, null);
    expect(words.gatewayFailed(error)).toBe(
      'Kubernetes cannot be reached. Backend may not be connected to Kubernetes.',
    );
    expect(words.logsFailed(new TypeError('network error'))).toBe(
      'Failed to fetch logs: The server cannot be reached.',
    );
  });
});

describe('spec 001 sections 2.2, 2.3 and 5: notices', () => {
  it.each([
    [errors.nothingToDelete, 'No non-running pods without sessions to delete.'],
    [errors.noCandidates, 'No pods match the deletion criteria (non-running pods without sessions)'],
    [errors.noMatches, 'No pods match the current filters'],
    [errors.nodesNoMatch, 'No nodes match the current filter criteria'],
    [errors.nodesUnable, 'Unable to load node data. Please check your connection and try again.'],
    [errors.nodesNone, 'No nodes found to display'],
  ])('%s', (text, specified) => expect(text).toBe(specified));
});
