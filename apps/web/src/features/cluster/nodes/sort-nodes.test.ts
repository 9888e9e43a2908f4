import { expect, it } from 'vitest';
import type { NodeView } from '../feed/cluster-store.ts';
import { DEFAULT_NODE_SORT } from '../rules/node-filters.ts';
import type { MonitoredNode } from './monitored-nodes.ts';
import { sortNodes } from './sort-nodes.ts';

const DAY_MS = 86_400_000;
const node = (name: string, memoryBytes: number | null, createdAtMs = 0): { node: MonitoredNode } => ({
  node: {
    view: { node: { name, capacityBytes: 100, createdAtMs }, memoryBytes } as NodeView,
    isGateway: true,
    podCount: 0,
  },
});
const names = (rows: { node: MonitoredNode }[]) => rows.map((row) => row.node.view.node.name);

it('spec 001 section 9: the default sort is memory percent descending', () => {
  expect(names(sortNodes([node('b', 10), node('a', 10), node('c', 90), node('d', null)], DEFAULT_NODE_SORT))).toEqual([
    'c',
    'a',
    'b',
    'd',
  ]);
});

it('sorts by age, with unknown ages as the youngest', () => {
  const rows = [node('day', 0, 3 * DAY_MS), node('unknown', 0), node('year', 0, DAY_MS), node('unclear', 0)];
  expect(names(sortNodes(rows, { key: 'age', descending: true }))).toEqual(['year', 'day', 'unclear', 'unknown']);
});
