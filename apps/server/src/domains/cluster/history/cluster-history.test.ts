import type { ClusterFeed } from '@switchyard/contracts/cluster/feed';
import type { NodeRow, PodRow, UsageRow } from '@switchyard/contracts/cluster/rows';
import { expect, it } from 'vitest';
import { ClusterState } from '../state/cluster-state.ts';
import { ClusterHistory } from './cluster-history.ts';

const live = { state: 'live', asOfMs: 0, problem: null } as const;
const away = { state: 'reconnecting', asOfMs: 0, problem: 'gone' } as const;
const feed: ClusterFeed = { cluster: 'test', pods: live, nodes: live, metrics: live };

it('records the cluster state, and nothing while the state or the metrics are unavailable', () => {
  const clusterState = new ClusterState(feed);
  clusterState.putNode({ name: 'node-1' } as NodeRow);
  const pod = { uid: 'u', name: 'engine-1', namespace: 'gateways', containers: [] } as unknown as PodRow;
  clusterState.putPod({ ...pod, restarts: 0 });
  clusterState.putPodUsage('gateways', 'engine-1', (uid): UsageRow => [uid, 250, 2_048]);
  clusterState.putNodeUsage(['node-1', 900, 4_096]);
  const history = new ClusterHistory(clusterState);
  history.take(1_000);
  clusterState.putPod({ ...pod, restarts: 2 });
  clusterState.setFeed({ ...feed, metrics: away });
  history.take(2_000);
  clusterState.setFeed({ ...feed, pods: away });
  history.take(3_000);
  expect(history.lastAtMs).toBe(2_000);
  expect(history.pods(['u', 'another'])).toEqual([
    { key: 'u', millicores: [250, null], memoryBytes: [2_048, null], restarts: [0, 2] },
  ]);
  expect(history.nodes(['node-1'])).toEqual([
    { key: 'node-1', millicores: [900, null], memoryBytes: [4_096, null], restarts: [null, null] },
  ]);
  clusterState.stop();
});
