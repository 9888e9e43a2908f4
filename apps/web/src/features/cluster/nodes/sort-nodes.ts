import type { NodeSort } from '../rules/node-filters.ts';
import { cpuPercent, type MonitoredNode, memoryPercent } from './monitored-nodes.ts';

/** What a node is sorted by: an older one is longer. */
function keyOf({ view, podCount }: MonitoredNode, key: NodeSort['key']): string | number {
  switch (key) {
    case 'cpu':
      return cpuPercent(view);
    case 'memory':
      return memoryPercent(view);
    case 'pods':
      return podCount;
    case 'age':
      // One whose beginning is not known counts as the youngest.
      return view.node.createdAtMs > 0 ? -view.node.createdAtMs : Number.NEGATIVE_INFINITY;
    default:
      return view.node[key];
  }
}

/** Sorted anew; equal ones by name, so that rows do not change places by themselves. */
export function sortNodes<Row extends { node: MonitoredNode }>(rows: readonly Row[], sort: NodeSort): Row[] {
  const sign = sort.descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [keyOf(one.node, sort.key), keyOf(other.node, sort.key)];
    const order = typeof a === 'number' && typeof b === 'number' ? compare(a, b) : String(a).localeCompare(String(b));
    return sign * order || one.node.view.node.name.localeCompare(other.node.view.node.name);
  });
}

/** Not by their difference, which of two infinities is none. */
const compare = (one: number, other: number): number => (one < other ? -1 : Number(one > other));
