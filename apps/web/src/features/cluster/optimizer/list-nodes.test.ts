import { known, unknown } from '@switchyard/cluster-rules/known';
import type { NodeRow, NodeType, PodRow } from '@switchyard/contracts/cluster/rows';
import { expect, it } from 'vitest';
import { ClusterStore } from '../feed/cluster-store.ts';
import { listNodes } from './list-nodes.ts';
import { PodOrder } from './pod-order.ts';

const BOTH: ReadonlySet<NodeType> = new Set(['gateway', 'normal']);
const node = (name: string, type: NodeType) => ({ name, type }) as NodeRow;
const pod = (uid: string, nodeName: string) =>
  ({ uid, name: `pod-${uid}`, nodeName, status: 'Running', app: 'engine', namespace: 'x', podId: '' }) as PodRow;

function cluster() {
  const store = new ClusterStore((notify) => notify());
  store.apply(
    {
      atMs: 0,
      nodes: [node('busy', 'gateway'), node('idle', 'gateway'), node('other', 'normal')],
      pods: [pod('1', 'busy'), pod('2', 'busy'), pod('3', 'other'), pod('4', '')],
      podUsage: [
        ['1', 1, 100],
        ['2', 1, 300],
        ['3', 1, 200],
      ],
    },
    0,
  );
  return store;
}

it('spec 001 section 2.1: node rows are sorted by ascending session count', () => {
  const rows = listNodes(
    cluster(),
    BOTH,
    known(
      new Map([
        ['pod-1', [1, 2, 3]],
        ['pod-3', [4]],
        ['gone', [5]],
      ]),
    ),
  );
  expect(rows).toEqual([
    { name: 'idle', type: 'gateway', pods: 0, sessions: 0 },
    { name: 'other', type: 'normal', pods: 1, sessions: 1 },
    { name: 'busy', type: 'gateway', pods: 2, sessions: 3 },
  ]);
});

it('sessions that failed to load are unknown, not zero', () => {
  const rows = listNodes(cluster(), BOTH, unknown('away'));
  expect(rows.map((row) => [row.name, row.sessions])).toEqual([
    ['busy', null],
    ['idle', null],
    ['other', null],
  ]);
});

it("spec 001 section 2.1: 'Gateway Nodes' and 'Normal Nodes' decide which are shown", () => {
  const names = (types: NodeType[]) => listNodes(cluster(), new Set(types), known(new Map())).map((row) => row.name);
  expect(names(['gateway'])).toEqual(['busy', 'idle']);
  expect(names(['normal'])).toEqual(['other']);
  expect(names([])).toEqual([]);
});

it('spec 001 section 2.1: Pod Health is sorted by memory, with search', () => {
  const list = (types: ReadonlySet<NodeType>, search: string, desc = true) =>
    new PodOrder(cluster()).ids({ types, search, sort: { id: 'memory', desc }, sessionsOf: () => 0 });
  expect(list(BOTH, '')).toEqual(['2', '3', '1', '4']);
  expect(list(BOTH, '', false)).toEqual(['1', '3', '2', '4']);
  expect(list(BOTH, 'OTHER')).toEqual(['3']);
  expect(list(new Set<NodeType>(['normal']), '')).toEqual(['3', '4']);
});
