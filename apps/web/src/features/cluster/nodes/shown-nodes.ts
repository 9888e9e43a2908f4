import type { MonitoredNodeRow, MonitoredPodRow } from '@switchyard/contracts/monitored-nodes';
import { filterNodes, type PodUsageFilter, type UsageFilter } from '../rules/node-filters.ts';

/** Unmeasured usage counts as nothing in the filters, so that a threshold hides it. */
const measured = (metrics: MonitoredNodeRow['metrics']) => ({
  cpu: { usage: metrics.cpu.usage ?? 0, capacity: metrics.cpu.capacity },
  memory: { usage: metrics.memory.usage ?? 0, capacity: metrics.memory.capacity },
});

/** The nodes that pass both filters, each with its pods that pass the pod filter (spec 001 section 5). */
export function shownNodes(
  nodes: readonly MonitoredNodeRow[],
  nodeFilter: UsageFilter,
  podFilter: PodUsageFilter,
): { node: MonitoredNodeRow; pods: MonitoredPodRow[] }[] {
  const rows = nodes.map((node) => ({
    name: node.name,
    metrics: measured(node.metrics),
    pods: node.pods.map((pod) => ({ name: pod.name, metrics: measured(pod.metrics), pod })),
    node,
  }));
  type Row = (typeof rows)[number];
  return filterNodes<Row['pods'][number], Row>(rows, nodeFilter, podFilter).map(({ node, pods }) => ({
    node: node.node,
    pods: pods.map((one) => one.pod),
  }));
}
