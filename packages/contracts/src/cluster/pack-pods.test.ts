import { expect, it } from 'vitest';
import { packPods, unpackPods } from './pack-pods.ts';
import { packedPods } from './packed-pods.ts';
import { type ContainerRow, type PodRow, podRow } from './rows.ts';

const container = (more: Partial<ContainerRow> = {}): ContainerRow => ({
  name: 'engine',
  ready: true,
  restarts: 0,
  state: 'running',
  ...more,
});
const pod = (uid: string, more: Partial<PodRow> = {}): PodRow => ({
  uid,
  name: `pod-${uid}`,
  namespace: 'x',
  nodeName: '',
  phase: 'Running',
  status: 'Running',
  ready: '1/1',
  restarts: 0,
  app: '',
  instance: '',
  version: '',
  podId: '',
  owner: '',
  createdAtMs: 5,
  requestedMillicores: 100,
  requestedBytes: 2 ** 31,
  containers: [container()],
  ...more,
});
const PODS: PodRow[] = [
  pod('1', { podId: 'engine-1', instance: 'engine-1' }),
  pod('2', {
    podId: '',
    instance: 'other',
    pinned: 'DaemonSet',
    toleratesGateway: true,
    reason: 'Evicted',
    message: '',
  }),
  pod('3', { deletedAtMs: 0, containers: [] }),
  pod('4', {
    containers: [
      container({ state: 'waiting', ready: false, restarts: 4, reason: 'CrashLoopBackOff', message: 'back-off' }),
      container({ state: 'terminated', exitCode: 0, lastReason: 'OOMKilled' }),
    ],
  }),
];

it('round-trips pods with their usage', () => {
  const packed = packPods(PODS, (uid) => (uid === '2' ? [uid, 12.5, 0] : undefined));
  const sent = packedPods.parse(JSON.parse(JSON.stringify(packed)));
  const back = [...unpackPods(sent)];
  expect(back.map(({ pod }) => pod)).toEqual(PODS);
  expect(back.map(({ millicores, memoryBytes }) => [millicores, memoryBytes])).toEqual([
    [null, null],
    [12.5, 0],
    [null, null],
    [null, null],
  ]);
  expect([...unpackPods(packPods([], () => undefined))]).toEqual([]);
});

it('packs all fields of a pod, including any added later', () => {
  const full: Required<PodRow> = {
    ...pod('5'),
    pinned: 'a',
    toleratesGateway: true,
    reason: 'b',
    message: 'c',
    deletedAtMs: 1,
  };
  expect(Object.keys(full).sort()).toEqual(Object.keys(podRow.shape).sort());
  expect([...unpackPods(packPods([full], () => undefined))][0]?.pod).toEqual(full);
});

it('drops containers’ ids and shares equal values', () => {
  const pods = [pod('1', { containers: [container({ containerID: 'containerd://1' })] }), pod('2')];
  const [first, second] = [...unpackPods(packPods(pods, () => undefined))];
  expect(first?.pod.containers).toEqual([container()]);
  expect(first?.pod.containers).toBe(second?.pod.containers);
});
