import { type NodeRow, nodeTypeOf, type UsageRow } from '@switchyard/contracts/cluster/rows';
import { shownNodeRoles, shownNodeStatus } from '@switchyard/kubernetes/node-status';
import { cpuMillicores, memoryBytes } from '@switchyard/kubernetes/quantity';
import type { KubernetesMetrics, KubernetesNode } from './kubernetes-objects.ts';
import { quantityOr, timeOf } from './project-pod.ts';

/**
 * Reduces a node to its row; null if it has no uid or name. Unknown capacities are 0, which every percentage shows as
 * unknown.
 */
export function projectNode(node: KubernetesNode): NodeRow | null {
  const { metadata = {}, spec = {}, status = {} } = node;
  if (!metadata.uid || !metadata.name) return null;
  const labels = metadata.labels ?? {};
  const taints = spec.taints ?? [];
  const capacityMillicores = quantityOr(0, status.capacity?.cpu, cpuMillicores);
  const capacityBytes = quantityOr(0, status.capacity?.memory, memoryBytes);
  return {
    uid: metadata.uid,
    name: metadata.name,
    type: nodeTypeOf(taints),
    status: shownNodeStatus(node),
    role: shownNodeRoles(node),
    taints: taints.length,
    version: status.nodeInfo?.kubeletVersion ?? '',
    machineType: labels['node.kubernetes.io/instance-type'] ?? labels['beta.kubernetes.io/instance-type'] ?? '',
    createdAtMs: timeOf(metadata.creationTimestamp),
    capacityMillicores,
    capacityBytes,
    allocatableMillicores: quantityOr(capacityMillicores, status.allocatable?.cpu, cpuMillicores),
    allocatableBytes: quantityOr(capacityBytes, status.allocatable?.memory, memoryBytes),
  };
}

/** The usage of a node, or of a pod as the sum of its containers; null if any part cannot be parsed. */
export function projectUsage(key: string, metrics: KubernetesMetrics): UsageRow | null {
  const parts = metrics.usage ? [metrics.usage] : (metrics.containers ?? []).map((container) => container.usage ?? {});
  let millicores = 0;
  let bytes = 0;
  for (const part of parts) {
    const cpu = quantityOr(null, part.cpu, cpuMillicores);
    const memory = quantityOr(null, part.memory, memoryBytes);
    if (cpu === null || memory === null) return null;
    millicores += cpu;
    bytes += memory;
  }
  return parts.length === 0 ? null : [key, Math.round(millicores * 1000) / 1000, Math.round(bytes)];
}
