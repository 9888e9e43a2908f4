import type { Pod } from '@switchyard/kubernetes/objects';
import { isNotFound, KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import type { Cluster } from '../../../platform/kubernetes/start-cluster.ts';
import { enginePodSecret, hasSameIdentity, type NewPod } from './engine-pod.ts';

/**
 * Creates a pod, then the secret with its token.
 * @param made called with the pod before its secret is created
 * @returns null if this very pod already exists; the watch will report it
 * @throws NameTaken
 */
export async function makePod(
  { client, namespace }: Pick<Cluster, 'client' | 'namespace'>,
  { pod, secretName }: NewPod,
  token: string,
  made: (pod: Pod) => void,
): Promise<Pod | null> {
  const created = await client.create<Pod>(client.path('pods', namespace), pod).catch(async (error: unknown) => {
    if (!(error instanceof KubernetesError && error.reason === 'AlreadyExists')) throw error;
    await checkIsOurs({ client, namespace }, (pod as Pod).metadata);
    return null;
  });
  if (!created) return null;
  made(created);
  await client.create(client.path('secrets', namespace), enginePodSecret(created, secretName, token));
  return created;
}

/** Another pod already has the intended name: one of another installation, or one with changed labels. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
  readonly podName: string;

  constructor(podName: string) {
    super(`the name of pod ${podName} is taken by one that is not known as ours`);
    this.podName = podName;
  }
}

/** The watch will report an existing pod of ours, including one of an earlier version. @throws NameTaken */
async function checkIsOurs({ client, namespace }: Pick<Cluster, 'client' | 'namespace'>, expected: Pod['metadata']) {
  const found = await client.get<Pod>(client.path('pods', namespace, expected.name)).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (found && !hasSameIdentity(found.metadata.labels, expected.labels)) throw new NameTaken(expected.name);
}
