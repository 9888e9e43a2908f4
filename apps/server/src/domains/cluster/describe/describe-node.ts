import type { DescribedNode } from '@switchyard/contracts/cluster/describe';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { Node } from '@switchyard/kubernetes/objects';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { projectNode } from '../state/project-node.ts';
import { presentCondition } from './describe-pod.ts';
import { isoTime } from './iso-time.ts';
import { manifestOf } from './manifest.ts';
import { type ReadEvents, readEvents } from './read-events.ts';

/**
 * Everything the cluster knows about a node, and the requests of its pods. @throws Refusal `NOT_FOUND`, KubernetesError
 */
export async function describeNode(
  { client, clusterState }: { client: KubernetesClient; clusterState: ClusterState },
  nodeName: string,
): Promise<DescribedNode> {
  // A list of one, because the console has the right to list nodes anyway.
  const fieldSelector = `metadata.name=${nodeName}`;
  const { items = [] } = await client.get<{ items?: Node[] }>('/api/v1/nodes', { fieldSelector });
  const [node] = items;
  if (!node) throw new Refusal('NOT_FOUND');
  const pods = [...clusterState.pods()].filter((pod) => pod.nodeName === nodeName && !hasEnded(pod));
  return presentNode(node, pods, await readEvents(client, { kind: 'Node', name: nodeName }));
}

/** A pod that has ended uses no memory of its node. */
const hasEnded = ({ phase }: PodRow) => phase === 'Succeeded' || phase === 'Failed';

/** Combines a node, its pods and its events into one description. */
function presentNode(node: Node, pods: readonly PodRow[], events: ReadEvents): DescribedNode {
  const { metadata, spec, status } = node;
  const row = projectNode(node);
  return {
    uid: metadata.uid,
    name: metadata.name,
    status: row?.status ?? 'Unknown',
    role: row?.role ?? '',
    createdAt: isoTime(metadata.creationTimestamp),
    labels: metadata.labels ?? {},
    taints: (spec.taints ?? []).map(({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`),
    addresses: Object.fromEntries((status.addresses ?? []).map(({ type, address }) => [type, address])),
    info: status.nodeInfo ?? {},
    capacity: status.capacity ?? {},
    allocatable: status.allocatable ?? {},
    pods: pods.length,
    requestedMillicores: pods.reduce((sum, pod) => sum + pod.requestedMillicores, 0),
    requestedBytes: pods.reduce((sum, pod) => sum + pod.requestedBytes, 0),
    allocatableMillicores: row?.allocatableMillicores ?? 0,
    allocatableBytes: row?.allocatableBytes ?? 0,
    conditions: (status.conditions ?? []).map(presentCondition),
    ...events,
    // Items of a list have no `apiVersion` and `kind`.
    manifest: manifestOf({ ...node, apiVersion: 'v1', kind: 'Node' } satisfies Node),
  };
}
