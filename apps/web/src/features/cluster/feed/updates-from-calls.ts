import type { ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import type { GatewayPod, GatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import type { MonitoredNodeRow, MonitoredPodRow } from '@switchyard/contracts/cluster/monitored-nodes';
import type { NodeRow, PodRow, UsageRow } from '@switchyard/contracts/cluster/rows';
import { unreadableAnswer } from '../../../lib/api/api-error.ts';
import { ageSeconds } from './age-seconds.ts';

/** Fields of a pod that the specified calls do not return. */
const UNREPORTED_FIELDS = {
  phase: '',
  instance: '',
  podId: '',
  owner: '',
  requestedMillicores: 0,
  requestedBytes: 0,
} as const;

/**
 * The gateway status in the stream's form, without its nodes' capacities, which that screen does not show.
 * @throws ApiError if the response is empty or something else
 */
export function updateOfGateway(status: GatewayStatus | null | undefined): Omit<ClusterUpdate, 'cursor'> {
  if (!Array.isArray(status?.pods)) throw unreadableAnswer(200);
  const { pods, atMs, feed } = status;
  const nodes = new Map(pods.map((pod) => [pod.nodeName, pod.nodeMachineType]));
  nodes.delete('');
  return {
    atMs,
    feed,
    nodes: [...nodes].map(([name, machineType]) => nodeOfGateway(name, machineType)),
    pods: pods.map(podOfGateway),
  };
}

function podOfGateway(pod: GatewayPod): PodRow {
  return {
    ...UNREPORTED_FIELDS,
    uid: pod.uid,
    name: pod.name,
    namespace: pod.namespace,
    nodeName: pod.nodeName,
    status: pod.statusString,
    ready: pod.readyState,
    restarts: pod.restarts,
    app: pod.deploymentType,
    version: pod.version,
    // Otherwise the call would not have returned it.
    toleratesGateway: true,
    reason: pod.reason,
    message: pod.detailedReason,
    createdAtMs: pod.createdAtMs,
    containers: pod.containerStatuses,
  };
}

/** Every node that runs one of its pods counts as a gateway node, so that each of them is shown. */
const nodeOfGateway = (name: string, machineType: string): NodeRow => ({
  ...UNKNOWN_NODE,
  uid: name,
  name,
  type: 'gateway',
  machineType,
});

const UNKNOWN_NODE = {
  status: 'Unknown',
  role: '<none>',
  taints: 0,
  version: '',
  createdAtMs: 0,
  capacityMillicores: 0,
  capacityBytes: 0,
  allocatableMillicores: 0,
  allocatableBytes: 0,
} as const;

/** The node listing in the stream's form. */
export function updateOfNodes(
  nodes: readonly MonitoredNodeRow[],
  { atMs, feed }: Pick<ClusterUpdate, 'atMs' | 'feed'>,
): Omit<ClusterUpdate, 'cursor'> {
  const bornAt = (age: string) => (age.startsWith('?') ? 0 : atMs - ageSeconds(age) * 1_000);
  return {
    atMs,
    ...(feed && { feed }),
    nodes: nodes.map((node) => nodeOfMonitor(node, bornAt(node.age))),
    pods: nodes.flatMap((node) => node.pods.map((pod) => podOfMonitor(pod, node.name, bornAt(pod.age)))),
    nodeUsage: nodes.flatMap((node) => usageOf(node.name, node.metrics)),
    podUsage: nodes.flatMap((node) => node.pods.flatMap((pod) => usageOf(pod.uid, pod.metrics))),
  };
}

function nodeOfMonitor(node: MonitoredNodeRow, createdAtMs: number): NodeRow {
  const { name, status, role, taints, version, machineType, metrics } = node;
  const capacityMillicores = metrics.cpu.capacity;
  const capacityBytes = metrics.memory.capacity;
  return {
    uid: name,
    name,
    type: node.isGateway ? 'gateway' : 'normal',
    ...{ status, role, taints, version, machineType, createdAtMs, capacityMillicores, capacityBytes },
    allocatableMillicores: capacityMillicores,
    allocatableBytes: capacityBytes,
  };
}

function podOfMonitor(pod: MonitoredPodRow, nodeName: string, createdAtMs: number): PodRow {
  const { uid, name, namespace, status, role, version, restarts, pinned } = pod;
  const app = role === '<none>' ? '' : role;
  const known = { uid, name, namespace, nodeName, status, app, version, restarts, createdAtMs };
  return { ...UNREPORTED_FIELDS, ...known, ready: '', containers: [], ...(pinned && { pinned }) };
}

function usageOf(key: string, { cpu, memory }: MonitoredNodeRow['metrics']): UsageRow[] {
  return cpu.usage === null || memory.usage === null ? [] : [[key, cpu.usage, memory.usage]];
}
