import type { NodeSort } from '../rules/node-filters.ts';
import { cpuPercent, type MonitoredNode, memoryPercent } from './monitored-nodes.ts';

/** Sort key of a node: an older one is greater. */
function keyOf({ view, podCount }: MonitoredNode, key: NodeSort['key']): string | number {
  switch (key) {
    case 'cpu':
      return cpuPercent(view);
    case 'memory':
      return memoryPercent(view);
    case 'pods':
      return podCount;
    case 'age':
      // A node of unknown age counts as the youngest.
      return view.node.createdAtMs > 0 ? -view.node.createdAtMs : Number.NEGATIVE_INFINITY;
    default:
      return view.node[key];
  }
}

/** A sorted copy; equal rows are ordered by name, so that they do not swap by themselves. */
export function sortNodes<Row extends { node: MonitoredNode }>(rows: readonly Row[], sort: NodeSort): Row[] {
  const sign = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [keyA, keyB] = [keyOf(a.node, sort.key), keyOf(b.node, sort.key)];
    const order =
      typeof keyA === 'number' && typeof keyB === 'number'
        ? compare(keyA, keyB)
        : String(keyA).localeCompare(String(keyB));
    return sign * order || a.node.view.node.name.localeCompare(b.node.view.node.name);
  });
}

/** Not by subtraction, which is NaN for two infinities. */
const compare = (a: number, b: number): number => (a < b ? -1 : Number(a > b));
