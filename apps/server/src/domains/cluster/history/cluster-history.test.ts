import type { ClusterFeed } from '@switchyard/contracts/cluster/feed';
import type { NodeRow, PodRow, UsageRow } from '@switchyard/contracts/cluster/rows';
import { expect, it } from 'vitest';
import { ClusterState } from '../picture/cluster-state.ts';
import { ClusterHistory } from './cluster-history.ts';

const live = { state: 'live', asOfMs: 0, problem: null } as const;
const away = { state: 'reconnecting', asOfMs: 0, problem: 'gone' } as const;
const feed: ClusterFeed = { cluster: 'test', pods: live, nodes: live, metrics: live };

it('keeps what the picture had; a picture or metrics that are away are not taken for what was there', () => {
  const picture = new ClusterState(feed);
  picture.putNode({ name: 'node-1' } as NodeRow);
  const pod = { uid: 'u', name: 'engine-1', namespace: 'gateways', containers: [] } as unknown as PodRow;
  picture.putPod({ ...pod, restarts: 0 });
  picture.putPodUsage('gateways', 'engine-1', (uid): UsageRow => [uid, 250, 2_048]);
  picture.putNodeUsage(['node-1', 900, 4_096]);
  const history = new ClusterHistory(picture);
  history.take(1_000);
  picture.putPod({ ...pod, restarts: 2 });
  picture.setFeed({ ...feed, metrics: away });
  history.take(2_000);
  picture.setFeed({ ...feed, pods: away });
  history.take(3_000);
  expect(history.lastAtMs).toBe(2_000);
  expect(history.pods(['u', 'another'])).toEqual([
    { key: 'u', millicores: [250, null], memoryBytes: [2_048, null], restarts: [0, 2] },
  ]);
  expect(history.nodes(['node-1'])).toEqual([
    { key: 'node-1', millicores: [900, null], memoryBytes: [4_096, null], restarts: [null, null] },
  ]);
  picture.stop();
});
