import type { KubernetesClient } from '../../platform/kubernetes/client.ts';

/**
 * Names of a pod's containers in the order in which they run, init containers first, from its specification: a pod that has not begun has no status
 * to tell them.
 * @throws KubernetesError
 */
export async function readContainers(
  client: KubernetesClient,
  { namespace, podName }: { namespace: string; podName: string },
): Promise<string[]> {
  const pod = await client.get<{ spec?: Partial<Record<'initContainers' | 'containers', { name: string }[]>> }>(
    client.path('pods', namespace, podName),
  );
  return [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])].map(({ name }) => name);
}
