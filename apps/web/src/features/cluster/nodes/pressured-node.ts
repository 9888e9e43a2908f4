import type { MonitoredNodeRow, MonitoredPodRow } from '@switchyard/contracts/monitored-nodes';
import { memoryPercent } from './sort-nodes.ts';

/** A node as the terminate trigger sees it; null: not measured. */
export interface PressuredNode {
  name: string;
  memoryPercent: number | null;
  memoryBytes: number | null;
  pods: (MonitoredPodRow & { memoryBytes: number | null })[];
}

export const pressuredNode = (node: MonitoredNodeRow): PressuredNode => ({
  name: node.name,
  memoryPercent: node.metrics.memory.usage === null ? null : memoryPercent(node.metrics),
  memoryBytes: node.metrics.memory.usage,
  pods: node.pods.map((pod) => ({ ...pod, memoryBytes: pod.metrics.memory.usage })),
});
