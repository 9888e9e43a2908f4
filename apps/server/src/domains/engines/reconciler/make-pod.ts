import type { Pod } from '@switchyard/kubernetes/objects';
import { KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import type { Cluster } from '../../../platform/kubernetes/start-cluster.ts';
import { enginePodSecret, type NewPod } from './engine-pod.ts';

/**
 * Makes a pod, then the secret with its token.
 * @param made told of the pod before its secret is made
 * @returns null: there is a pod of that name already, and the watch will tell of it.
 */
export async function makePod(
  { client, namespace }: Pick<Cluster, 'client' | 'namespace'>,
  { pod, secretName }: NewPod,
  token: string,
  made: (pod: Pod) => void,
): Promise<Pod | null> {
  const created = await client.create<Pod>(client.path('pods', namespace), pod).catch((error: unknown) => {
    if (error instanceof KubernetesError && error.reason === 'AlreadyExists') return null;
    throw error;
  });
  if (!created) return null;
  made(created);
  await client.create(client.path('secrets', namespace), enginePodSecret(created, secretName, token));
  return created;
}
