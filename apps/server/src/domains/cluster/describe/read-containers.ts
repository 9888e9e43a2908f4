import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import type { ClusterState } from '../state/cluster-state.ts';

interface PodManifest {
  metadata?: { ownerReferences?: { kind: string; name: string; controller?: boolean }[] };
  spec?: { containers?: { name: string }[]; initContainers?: { name: string }[] };
}

/**
 * The containers with logs, from the pod's specification, because a pod that has not started has no status.
 * @throws KubernetesError
 */
export async function readContainers(
  { client, clusterState }: { client: KubernetesClient; clusterState: ClusterState },
  { namespace, podName }: { namespace: string; podName: string },
): Promise<{ containers: string[]; initContainers: string[]; owner: string; ownerPods: number }> {
  const { metadata, spec } = await client.get<PodManifest>(client.path('pods', namespace, podName));
  const found =
    metadata?.ownerReferences?.find((ownerReference) => ownerReference.controller) ?? metadata?.ownerReferences?.[0];
  const owner = found ? `${found.kind}/${found.name}` : '';
  const nameOf = ({ name }: { name: string }) => name;
  return {
    containers: (spec?.containers ?? []).map(nameOf),
    initContainers: (spec?.initContainers ?? []).map(nameOf),
    owner,
    ownerPods: owner === '' ? 1 : podsOfOwner(clusterState, namespace, owner).length,
  };
}

/** Pods of an owner, newest first. */
export const podsOfOwner = (clusterState: ClusterState, namespace: string, owner: string) =>
  [...clusterState.pods()]
    .filter((pod) => pod.namespace === namespace && pod.owner === owner)
    .sort((a, b) => b.createdAtMs - a.createdAtMs || a.name.localeCompare(b.name));
