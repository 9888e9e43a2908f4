import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { expect, it } from 'vitest';
import { comparePods, nextPodSort, POD_SORT_IDS, podSortInAddress, sortPods } from './pod-sort.ts';

const pod = (name: string, fields: Partial<PodRow> = {}, memoryBytes: number | null = 1) => ({
  pod: {
    uid: name,
    name,
    status: 'Running',
    ready: '1/1',
    restarts: 0,
    createdAtMs: 5,
    containers: [],
    ...fields,
  } as unknown as PodRow,
  millicores: null,
  memoryBytes,
});
const names = (pods: ReturnType<typeof pod>[], id: (typeof POD_SORT_IDS)[number], desc = false) =>
  pods.sort(comparePods({ id, desc }, () => 0)).map((pod) => pod.pod.name);

it('by status the most urgent come first, within a status those with the most restarts', () => {
  const pods = [
    pod('works'),
    pod('done', { status: 'Completed', ready: '0/1' }),
    pod('not-ready', { ready: '1/2' }),
    pod('loops', { status: 'CrashLoopBackOff', restarts: 2 }),
    pod('loops-more', { status: 'CrashLoopBackOff', restarts: 9 }),
    pod('initializing', { status: 'Init:0/2' }),
    pod('failed', { status: 'OOMKilled' }),
    pod('ends', { status: 'Terminating' }),
    pod('never-heard-of', { status: 'Init:Strange' }),
  ];
  expect(names(pods, 'status')).toEqual([
    'failed',
    'loops-more',
    'loops',
    'never-heard-of',
    'ends',
    'initializing',
    'not-ready',
    'works',
    'done',
  ]);
});

it('unknown values are last in either direction', () => {
  const pods = [pod('unmeasured', {}, null), pod('light', {}, 1), pod('heavy', {}, 9)];
  expect(names(pods, 'memory')).toEqual(['light', 'heavy', 'unmeasured']);
  expect(names(pods, 'memory', true)).toEqual(['heavy', 'light', 'unmeasured']);
  expect(
    names(
      [pod('old', { createdAtMs: 1 }), pod('young', { createdAtMs: 9 }), pod('unknown', { createdAtMs: 0 })],
      'age',
      true,
    ),
  ).toEqual(['old', 'young', 'unknown']);
});

it('a first click sorts names ascending and numbers descending; the next reverses it', () => {
  const first = nextPodSort({ id: 'memory', desc: true }, 'name');
  expect(first).toEqual({ id: 'name', desc: false });
  expect(nextPodSort(first, 'restarts')).toEqual({ id: 'restarts', desc: true });
  expect(nextPodSort({ id: 'restarts', desc: true }, 'restarts')).toEqual({ id: 'restarts', desc: false });
});

it('every sort round-trips through the address', () => {
  const codec = podSortInAddress('sort', { id: 'memory', desc: true });
  for (const id of POD_SORT_IDS) {
    for (const desc of [true, false]) expect(codec.read(codec.write({ id, desc }))).toEqual({ id, desc });
  }
  expect(codec.write({ id: 'memory', desc: true })).toEqual({});
  expect(codec.read({ sort: 'nonsense' })).toEqual({ id: 'memory', desc: true });
});

it('sorts thousands as pairwise comparison does', () => {
  for (let round = 0; round < 2 * POD_SORT_IDS.length; round += 1) {
    const sort = { id: POD_SORT_IDS[round >> 1] ?? 'name', desc: round % 2 === 0 };
    const pods = Array.from({ length: 50 }, (_, at) =>
      pod(`pod-${(at * 7 + round) % 60}`, { restarts: (at * round) % 5, name: `pod-${at % 20}` }, at % 9 || null),
    );
    const sessionsOf = (view: (typeof pods)[number]) => view.pod.restarts;
    expect(sortPods(pods, sort, sessionsOf)).toEqual(pods.toSorted(comparePods(sort, sessionsOf)));
  }
});
