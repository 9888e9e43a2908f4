import type { DescribedNode } from '@switchyard/contracts/cluster/describe';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { Node } from '@switchyard/kubernetes/objects';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ClusterState } from '../picture/cluster-state.ts';
import { projectNode } from '../picture/project-node.ts';
import { presentCondition } from './describe-pod.ts';
import { isoTime } from './iso-time.ts';
import { manifestOf } from './manifest.ts';
import { type ReadEvents, readEvents } from './read-events.ts';

/** All that the cluster says of a node, and what its pods ask for. @throws Refusal `NOT_FOUND`, KubernetesError */
export async function describeNode(
  { client, picture }: { client: KubernetesClient; picture: ClusterState },
  nodeName: string,
): Promise<DescribedNode> {
  // By a list of one: to list nodes is a right that the console has anyway.
  const fieldSelector = `metadata.name=${nodeName}`;
  const { items = [] } = await client.get<{ items?: Node[] }>('/api/v1/nodes', { fieldSelector });
  const [node] = items;
  if (!node) throw new Refusal('NOT_FOUND');
  const pods = [...picture.pods()].filter((pod) => pod.nodeName === nodeName && !hasEnded(pod));
  return presentNode(node, pods, await readEvents(client, { kind: 'Node', name: nodeName }));
}

/** What has ended keeps nothing of its node's memory any more. */
const hasEnded = ({ phase }: PodRow) => phase === 'Succeeded' || phase === 'Failed';

/** A node, its pods and its events in one description. */
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
    // Items of a list do not say what they are.
    manifest: manifestOf({ ...node, apiVersion: 'v1', kind: 'Node' } satisfies Node),
  };
}
