import type { ClusterFeed } from '@switchyard/contracts/cluster/feed';
import { beforeEach, expect, it } from 'vitest';
import { ClusterState } from './cluster-state.ts';
import type { KubernetesMetrics } from './kubernetes-objects.ts';
import { MetricsReader } from './metrics-reader.ts';
import { projectNode } from './project-node.ts';
import { projectPod } from './project-pod.ts';

const MINUTE_MS = 60_000;
const live = { state: 'live', asOfMs: 0, problem: null } as const;
const FEED: ClusterFeed = { cluster: 'here', pods: live, nodes: live, metrics: live };

let clusterState: ClusterState;
let answers: { nodes: KubernetesMetrics[]; pods: KubernetesMetrics[] };
let reader: MetricsReader;
beforeEach(() => {
  clusterState = new ClusterState(FEED);
  for (const name of ['n1', 'n2']) {
    const node = projectNode({ metadata: { uid: name, name } });
    const pod = projectPod({ metadata: { uid: `on-${name}`, name: `on-${name}`, namespace: 'x' } });
    if (node) clusterState.putNode(node);
    if (pod) clusterState.putPod(pod);
  }
  answers = { nodes: [], pods: [] };
  const client = {
    each: async (path: string, onItem: (item: never) => void) => {
      for (const item of path.endsWith('/nodes') ? answers.nodes : answers.pods) onItem(item as never);
    },
  };
  reader = new MetricsReader(client, clusterState);
});

/** Everything that the metrics server reports at a moment. */
const measure = (names: readonly string[], timestamp: string) => {
  const usage = { cpu: '1', memory: '1Gi' };
  answers = {
    nodes: names.map((name) => ({ metadata: { name }, timestamp, usage })),
    pods: names.map((name) => ({ metadata: { name: `on-${name}`, namespace: 'x' }, containers: [{ usage }] })),
  };
};
const known = () =>
  ['n1', 'n2'].map((name) => [clusterState.nodeUsage(name)?.[1], clusterState.podUsage(`on-${name}`)?.[1]]);

it('drops usage that is no longer measured: of a silent node, and of the pods on it', async () => {
  measure(['n1', 'n2'], '2026-01-01T00:00:00Z');
  expect(await reader.read(0)).toEqual(new Set(['n1', 'n2']));
  measure(['n2'], '2026-01-01T00:00:15Z');
  expect(await reader.read(15_000)).toEqual(new Set(['n2']));
  expect(known()).toEqual([
    [undefined, undefined],
    [1000, 1000],
  ]);
  clusterState.stop();
});

it('treats repeated measurements as stale by its own clock, until a newer one arrives', async () => {
  measure(['n1', 'n2'], '1999-01-01T00:00:00Z');
  for (let minute = 0; minute <= 3; minute += 1) await reader.read(minute * MINUTE_MS);
  const old = 'the metrics server has measured nothing since 1999-01-01T00:00:00Z';
  await expect(reader.read(3.1 * MINUTE_MS)).rejects.toThrow(old);
  measure(['n1', 'n2'], '1999-01-01T00:03:06Z');
  await expect(reader.read(3.2 * MINUTE_MS)).resolves.toEqual(new Set(['n1', 'n2']));
  clusterState.stop();
});
