import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import { expect, it } from 'vitest';
import { monitoredNodes } from './monitored-nodes.ts';
import type { ClusterState } from './state/cluster-state.ts';

const bare = { status: '', role: '', taints: 0, version: '', createdAtMs: 0, type: 'gateway' };
const clusterState = {
  nodes: () => [{ ...bare, name: 'gw-1', capacityMillicores: 4_000, capacityBytes: 1_000 } as NodeRow],
  pods: () => [{ name: 'engine-1', nodeName: 'gw-1', createdAtMs: 0, restarts: 3, status: 'Running' } as PodRow],
  node: () => undefined,
  nodeUsage: () => undefined,
  podUsage: () => undefined,
} as unknown as ClusterState;

it('spec 001 section 3: fills in what Kubernetes does not say about a node', () => {
  const [node] = monitoredNodes(clusterState, 'gateway', new Map([['engine-1', 2]]), 1_000);
  expect(node).toMatchObject({
    name: 'gw-1',
    status: 'Ready',
    role: '<none>',
    taints: 0,
    version: 'v1.xx.x',
    age: '?d',
    metrics: { cpu: { usage: null, capacity: 4_000 }, memory: { usage: null, capacity: 1_000 } },
    pods: [{ name: 'engine-1', role: '<none>', restarts: 3, sessions: 2, age: '?d' }],
  });
});
