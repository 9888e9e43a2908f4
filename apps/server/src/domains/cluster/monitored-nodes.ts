import { isGatewayPod } from '@switchyard/cluster-rules/gateway-pods';
import type { MonitoredNodeRow, MonitoredPodRow } from '@switchyard/contracts/cluster/monitored-nodes';
import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import { humanDuration } from '@switchyard/kubernetes/duration';
import type { ClusterState } from './state/cluster-state.ts';

/**
 * Nodes with their pods and usage (spec 001 section 3). `gateway`: only nodes with the gateway taint or a gateway pod.
 */
export function monitoredNodes(
  clusterState: ClusterState,
  type: 'gateway' | 'all',
  sessionsByPod: ReadonlyMap<string, number>,
  nowMs: number,
): MonitoredNodeRow[] {
  const podsByNode = Map.groupBy(clusterState.pods(), (pod) => pod.nodeName);
  const nodes: MonitoredNodeRow[] = [];
  for (const node of clusterState.nodes()) {
    const pods = podsByNode.get(node.name) ?? [];
    const isGateway =
      node.type === 'gateway' || pods.some((pod) => isGatewayPod(pod, node.type, sessionsByPod.has(pod.name)));
    if (type === 'gateway' && !isGateway) continue;
    nodes.push({
      name: node.name,
      status: node.status || 'Ready',
      role: node.role || '<none>',
      taints: node.taints,
      version: node.version || 'v1.xx.x',
      age: ageOf(node.createdAtMs, nowMs),
      machineType: node.machineType,
      isGateway,
      pods: pods.map((pod) => presentPod(clusterState, node, pod, sessionsByPod.get(pod.name) ?? 0, nowMs)),
      metrics: metricsOf(clusterState.nodeUsage(node.name), node),
    });
  }
  return nodes;
}

function presentPod(
  clusterState: ClusterState,
  node: NodeRow,
  pod: PodRow,
  sessions: number,
  nowMs: number,
): MonitoredPodRow {
  return {
    uid: pod.uid,
    name: pod.name,
    namespace: pod.namespace,
    status: pod.status,
    role: pod.app || '<none>',
    taints: 0,
    version: pod.version,
    restarts: pod.restarts,
    age: ageOf(pod.createdAtMs, nowMs),
    metrics: metricsOf(clusterState.podUsage(pod.uid), node),
    ...(pod.pinned ? { pinned: pod.pinned } : {}),
    sessions,
  };
}

function metricsOf(usage: readonly [string, number, number] | undefined, node: NodeRow): MonitoredNodeRow['metrics'] {
  return {
    cpu: { usage: usage?.[1] ?? null, capacity: node.capacityMillicores },
    memory: { usage: usage?.[2] ?? null, capacity: node.capacityBytes },
  };
}

/** Formatted like kubectl. A creation time in the future is due to clock skew. */
function ageOf(createdAtMs: number, nowMs: number): string {
  return createdAtMs > 0 ? humanDuration(Math.max(0, nowMs - createdAtMs)) : '?d';
}
