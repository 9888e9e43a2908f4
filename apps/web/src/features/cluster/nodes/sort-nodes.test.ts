import type { MonitoredNodeRow } from '@switchyard/contracts/monitored-nodes';
import { expect, it } from 'vitest';
import { DEFAULT_NODE_SORT } from '../rules/node-filters.ts';
import { ageSeconds, sortNodes } from './sort-nodes.ts';

const node = (name: string, memory: number | null, age = '1d') => ({
  node: {
    name,
    age,
    pods: [],
    taints: 0,
    metrics: { cpu: { usage: 0, capacity: 1 }, memory: { usage: memory, capacity: 100 } },
  } as unknown as MonitoredNodeRow,
});
const names = (rows: { node: MonitoredNodeRow }[]) => rows.map((one) => one.node.name);

it('spec 001 section 9: the default sort is memory percent descending', () => {
  expect(names(sortNodes([node('b', 10), node('a', 10), node('c', 90), node('d', null)], DEFAULT_NODE_SORT))).toEqual([
    'c',
    'a',
    'b',
    'd',
  ]);
});

it('sorts ages by their length, not their letters', () => {
  expect(ageSeconds('2d4h')).toBe(2 * 86_400 + 4 * 3_600);
  expect(ageSeconds('?d')).toBe(0);
  const rows = [node('day', 0, '9d'), node('hours', 0, '47h'), node('year', 0, '1y2d')];
  expect(names(sortNodes(rows, { key: 'age', descending: true }))).toEqual(['year', 'day', 'hours']);
});
