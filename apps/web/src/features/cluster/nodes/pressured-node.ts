import type { MonitoredNodeRow, MonitoredPodRow } from '@switchyard/contracts/monitored-nodes';
import { memoryPercent } from './sort-nodes.ts';

/** A node as the terminate trigger sees it; what is not measured counts as nothing. */
export interface PressuredNode {
  name: string;
  memoryPercent: number;
  pods: (MonitoredPodRow & { memoryBytes: number })[];
}

export const pressuredNode = (node: MonitoredNodeRow): PressuredNode => ({
  name: node.name,
  memoryPercent: memoryPercent(node.metrics),
  pods: node.pods.map((pod) => ({ ...pod, memoryBytes: pod.metrics.memory.usage ?? 0 })),
});
