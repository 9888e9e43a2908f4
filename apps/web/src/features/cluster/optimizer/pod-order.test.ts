import type { NodeRow, NodeType, PodRow } from '@switchyard/contracts/cluster/rows';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ClusterStore } from '../feed/cluster-store.ts';
import { POD_SORT_IDS } from '../rules/pod-sort.ts';
import { PodOrder, type PodSelection } from './pod-order.ts';

const node = (name: string, type: NodeType) => ({ name, type }) as NodeRow;
const pod = (uid: string, nodeName = 'a', name = `pod-${uid}`) =>
  ({
    uid,
    name,
    nodeName,
    status: 'Running',
    ready: '1/1',
    app: '',
    namespace: 'x',
    podId: '',
    restarts: Number(uid) % 3,
    createdAtMs: Number(uid) % 5,
    owner: '',
    instance: '',
    version: '',
    containers: [],
  }) as unknown as PodRow;
const ALL: PodSelection = {
  types: new Set<NodeType>(['gateway', 'normal']),
  search: '',
  sort: { id: 'memory', desc: true },
  sessionsOf: () => 0,
};

const anyUid = fc.integer({ min: 0, max: 60 }).map(String);
const anyChange = fc.oneof(
  fc.record({ pods: fc.array(fc.tuple(anyUid, fc.constantFrom('a', 'b', '')), { maxLength: 3 }) }),
  fc.record({ gone: fc.array(anyUid, { maxLength: 3 }) }),
  fc.record({ usage: fc.array(fc.tuple(anyUid, fc.integer({ min: 0, max: 5 })), { maxLength: 6 }) }),
  fc.record({ type: fc.constantFrom<NodeType>('gateway', 'normal') }),
  fc.record({ reset: fc.constant(true) }),
);
const anySelection = fc.record({
  types: fc.constantFrom<ReadonlySet<NodeType>>(ALL.types, new Set<NodeType>(['normal'])),
  search: fc.constantFrom('', '1'),
  sort: fc.record({ id: fc.constantFrom(...POD_SORT_IDS), desc: fc.boolean() }),
  sessionsOf: fc.constant((name: string) => name.length),
});

it('equals a full sort after any changes', () => {
  fc.assert(
    fc.property(
      anySelection,
      fc.array(fc.tuple(anyChange, fc.boolean()), { minLength: 1, maxLength: 40 }),
      (selection, changes) => {
        const store = new ClusterStore((notify) => notify());
        store.apply({ atMs: 0, nodes: [node('a', 'gateway'), node('b', 'normal')] }, 0);
        store.apply({ atMs: 0, pods: Array.from({ length: 50 }, (_, at) => pod(String(at), at % 2 ? 'a' : 'b')) }, 0);
        const order = new PodOrder(store);
        for (const [change, isListed] of changes) {
          if ('pods' in change) store.apply({ atMs: 0, pods: change.pods.map(([uid, on]) => pod(uid, on)) }, 0);
          else if ('gone' in change) store.apply({ atMs: 0, gonePods: change.gone }, 0);
          else if ('usage' in change) {
            store.apply({ atMs: 0, podUsage: change.usage.map(([uid, bytes]) => [uid, 1, bytes]) }, 0);
          } else if ('type' in change) store.apply({ atMs: 0, nodes: [node('a', change.type)] }, 0);
          else store.apply({ atMs: 0, reset: true, pods: [pod('1'), pod('2')] }, 0);
          if (isListed) expect(order.ids(selection)).toEqual(new PodOrder(store).ids(selection));
        }
        expect(order.ids(selection)).toEqual(new PodOrder(store).ids(selection));
      },
    ),
    { numRuns: 200 },
  );
});

it('keeps namesakes apart, and returns the same array while nothing has changed', () => {
  const store = new ClusterStore((notify) => notify());
  store.apply({ atMs: 0, pods: [pod('2', 'a', 'same'), pod('1', 'a', 'same')] }, 0);
  const order = new PodOrder(store);
  const first = order.ids(ALL);
  expect(first).toEqual(['1', '2']);
  expect(order.ids(ALL)).toBe(first);
  store.apply({ atMs: 0, gonePods: ['1'] }, 0);
  expect(order.ids(ALL)).toEqual(['2']);
});

it('sorts from scratch when the changes are no longer known', () => {
  const store = new ClusterStore((notify) => notify());
  store.apply({ atMs: 0, pods: [pod('1'), pod('2')] }, 0);
  const order = new PodOrder(store);
  order.ids(ALL);
  store.apply({ atMs: 0, podUsage: [['2', 1, 9]] }, 0);
  for (let at = 0; at < 70_000; at += 1) store.apply({ atMs: 0, podUsage: [['1', 1, at % 9]] }, 0);
  expect(order.ids(ALL)).toEqual(['2', '1']);
});

it('is also in order when more has changed than is inserted individually', () => {
  const store = new ClusterStore((notify) => notify());
  store.apply({ atMs: 0, pods: Array.from({ length: 2_000 }, (_, at) => pod(String(at))) }, 0);
  const order = new PodOrder(store);
  order.ids(ALL);
  store.apply({ atMs: 0, podUsage: Array.from({ length: 1_500 }, (_, at) => [String(at), 1, (at * 7) % 1_000]) }, 0);
  expect(order.ids(ALL)).toEqual(new PodOrder(store).ids(ALL));
  store.apply({ atMs: 0, podUsage: [['3', 1, 5_000]], gonePods: ['4'] }, 0);
  expect(order.ids(ALL)).toEqual(new PodOrder(store).ids(ALL));
  expect(order.ids(ALL)[0]).toBe('3');
});
