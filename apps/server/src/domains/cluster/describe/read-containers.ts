import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import type { ClusterState } from '../picture/cluster-state.ts';

interface Declared {
  metadata?: { ownerReferences?: { kind: string; name: string; controller?: boolean }[] };
  spec?: { containers?: { name: string }[]; initContainers?: { name: string }[] };
}

/**
 * Whose logs there are, from a pod's specification: a pod that has not begun has no status to tell them.
 * @throws KubernetesError
 */
export async function readContainers(
  { client, picture }: { client: KubernetesClient; picture: ClusterState },
  { namespace, podName }: { namespace: string; podName: string },
): Promise<{ containers: string[]; initContainers: string[]; owner: string; ownerPods: number }> {
  const { metadata, spec } = await client.get<Declared>(client.path('pods', namespace, podName));
  const found =
    metadata?.ownerReferences?.find((ownerReference) => ownerReference.controller) ?? metadata?.ownerReferences?.[0];
  const owner = found ? `${found.kind}/${found.name}` : '';
  const nameOf = ({ name }: { name: string }) => name;
  return {
    containers: (spec?.containers ?? []).map(nameOf),
    initContainers: (spec?.initContainers ?? []).map(nameOf),
    owner,
    ownerPods: owner === '' ? 1 : podsOfOwner(picture, namespace, owner).length,
  };
}

/** The pods of an owner, the newest first. */
export const podsOfOwner = (picture: ClusterState, namespace: string, owner: string) =>
  [...picture.pods()]
    .filter((pod) => pod.namespace === namespace && pod.owner === owner)
    .sort((one, other) => other.createdAtMs - one.createdAtMs || one.name.localeCompare(other.name));
