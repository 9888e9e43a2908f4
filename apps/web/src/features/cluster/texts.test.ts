import { describe, expect, it } from 'vitest';
import { helpFor } from './components/help-for.ts';
import { PROGRESS_POLL_MS } from './engine-sessions/use-engine-sessions.ts';
import { LOG_STREAM_TAIL_LINES, LOG_TAIL_LINES } from './proxy/cluster-proxy.ts';
import { clusterTexts as texts } from './texts.ts';

describe('spec 001 section 2.1: texts of the cluster optimizer', () => {
  it.each([
    [texts.optimizer.title, 'Cluster Optimizer'],
    [texts.optimizer.realtime, 'Real-time updates via Watch API'],
    [texts.optimizer.load, 'Load Sessions'],
    [texts.optimizer.loading, 'Loading Sessions ({{count}} loaded)'],
    [texts.optimizer.overview, 'Overview'],
    [texts.optimizer.nodesAndPods, 'Nodes & Pods'],
    [texts.optimizer.sessions, 'Sessions'],
    [texts.optimizer.totalNodes, 'Total Nodes'],
    [texts.optimizer.totalPods, 'Total Pods'],
    [texts.optimizer.runningPods, 'Running Pods'],
    [texts.optimizer.health, 'Session Health'],
    [texts.optimizer.gatewayNodes, 'Gateway Nodes'],
    [texts.optimizer.normalNodes, 'Normal Nodes'],
    [texts.optimizer.utilization, 'Node Utilization'],
    [texts.optimizer.podHealth, 'Pod Health'],
    [texts.optimizer.noNodes, 'No nodes found in the cluster.'],
    [texts.optimizer.noTypes, 'No nodes selected. Please select at least one node type.'],
    [texts.optimizer.noPods, 'No pods found.'],
    [texts.optimizer.noPodsMatch, 'No pods found matching the current filter criteria.'],
    [texts.optimizer.selectType, 'Please select at least one node type using the checkboxes above.'],
    [texts.optimizer.errorTitle, 'Error'],
    [texts.optimizer.sessionSearch, 'Search sessions...'],
    [texts.optimizer.sessionId, 'Session ID'],
    [texts.optimizer.lastActive, 'Last Active'],
    [texts.logs.refresh, 'Refresh'],
    [texts.logs.pause, 'Pause auto-scroll'],
    [texts.logs.resume, 'Resume auto-scroll'],
    [texts.logs.close, 'Close'],
    [texts.logs.loading, 'Loading logs...'],
    [texts.logs.empty, 'No logs available for this pod'],
    [texts.delete.title, 'Delete Pod'],
    [
      texts.delete.text,
      'Are you sure you want to delete the pod {{name}}? This action cannot be undone and may disrupt active sessions.',
    ],
    [texts.delete.cancel, 'Cancel'],
    [texts.delete.confirm, 'Delete Pod'],
    [texts.delete.running, 'Deleting...'],
  ])('%s', (text, specified) => expect(text).toBe(specified));

  it('pod table columns', () => {
    const { sessions, id, name, status, memory, cpu, app, namespace, deployment, node, actions } = texts.pod;
    expect([sessions, id, name, status, memory, cpu, app, namespace, deployment, node, actions]).toEqual([
      'Sessions',
      'Pod ID',
      'Pod Name',
      'Status',
      'Memory',
      'CPU',
      'App',
      'Namespace',
      'Deployment',
      'Node',
      'Actions',
    ]);
  });
});

describe('spec 001 section 2.2: texts of the gateway console', () => {
  it.each([
    [texts.gateway.title, 'Gateway Pods Status'],
    [texts.gateway.overview, 'Session Overview'],
    [texts.gateway.withoutPods, 'Sessions Without Pods'],
    [texts.gateway.withoutUsers, 'Sessions Without Users'],
    [texts.gateway.summary, 'Pod Status Summary'],
    [texts.gateway.history, 'Pod History'],
    [texts.gateway.candidates, 'Show deletion candidates'],
    [texts.gateway.confirmTitle, 'Confirm Pod Deletion'],
  ])('%s', (text, specified) => expect(text).toBe(specified));

  it('pods table columns', () => {
    expect(Object.values(texts.gateway.columns)).toEqual([
      'Pod Name',
      'Status',
      'Ready State',
      'Version',
      'Container Status',
      'Sessions',
      'Actions',
    ]);
  });
});

describe('spec 001 section 8: help texts', () => {
  it.each([
    'CrashLoopBackOff',
    'CreateContainerError',
    'ImagePullBackOff',
    'OOMKilled',
    'ContainerStatusUnknown',
    'Error',
    'Evicted',
    'OutOfmemory',
    'NodeNotReady',
    'Terminating',
  ])('explains %s by its causes', (state) => {
    const help = helpFor(state);
    expect(help).toBe(state);
    expect(texts.help[help as keyof typeof texts.help].length).toBeGreaterThan(60);
  });

  it('explains related states, and has no text for unknown ones', () => {
    expect(helpFor('Init:CrashLoopBackOff')).toBe('CrashLoopBackOff');
    expect(helpFor('ErrImagePull')).toBe('ImagePullBackOff');
    expect(helpFor('Running')).toBeNull();
    expect(helpFor('constructor')).toBeNull();
  });
});

it('spec 001 sections 7 and 9: log tails and the progress poll', () => {
  expect([LOG_TAIL_LINES, LOG_STREAM_TAIL_LINES, PROGRESS_POLL_MS]).toEqual([1000, 100, 500]);
});
