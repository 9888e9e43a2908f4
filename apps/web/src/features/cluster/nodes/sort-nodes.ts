import { percentOf } from '@switchyard/cluster-rules/usage';
import type { MonitoredNodeRow } from '@switchyard/contracts/monitored-nodes';
import type { NodeSort } from '../rules/node-filters.ts';

export const cpuPercent = (of: MonitoredNodeRow['metrics']) => percentOf(of.cpu.usage ?? 0, of.cpu.capacity);
export const memoryPercent = (of: MonitoredNodeRow['metrics']) => percentOf(of.memory.usage ?? 0, of.memory.capacity);

/** What a node is sorted by. Ages are compared as written by kubectl, longest unit first. */
function keyOf(node: MonitoredNodeRow, key: NodeSort['key']): string | number {
  switch (key) {
    case 'cpu':
      return cpuPercent(node.metrics);
    case 'memory':
      return memoryPercent(node.metrics);
    case 'pods':
      return node.pods.length;
    case 'taints':
      return node.taints;
    case 'age':
      return ageSeconds(node.age);
    default:
      return node[key];
  }
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, y: 31_536_000 };

/** `2d4h` in seconds; 0 for `?d`. */
export function ageSeconds(age: string): number {
  let seconds = 0;
  for (const [, count, unit] of age.matchAll(/(\d+)([smhdy])/g)) seconds += Number(count) * (SECONDS[unit ?? ''] ?? 0);
  return seconds;
}

/** Sorted anew; equal ones by name, so that rows do not change places by themselves. */
export function sortNodes<Node extends { node: MonitoredNodeRow }>(rows: readonly Node[], sort: NodeSort): Node[] {
  const sign = sort.descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [keyOf(one.node, sort.key), keyOf(other.node, sort.key)];
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
    return sign * order || one.node.name.localeCompare(other.node.name);
  });
}
