import type { DeletionCause, GatewayPod } from '@switchyard/contracts/cluster';
import { toastInfo } from '../../../components/toasts.ts';
import { useDeletePod } from '../components/use-delete-pod.ts';
import { DeletionFailed } from '../proxy/delete-pod.ts';
import { BulkDeletionFailed, type PodFailure } from '../rules/bulk-failures.ts';

/**
 * Deletes pods one after another, all of them whatever happens to the others. Told once, not for each pod, that the proxy is away.
 * @returns a function that rejects with BulkDeletionFailed when some could not be deleted
 */
export function useBulkDeletion(): (
  pods: readonly GatewayPod[],
  cause: DeletionCause,
  onProgress?: (done: number) => void,
) => Promise<void> {
  const deletion = useDeletePod();
  return async (pods, cause, onProgress) => {
    const failures: PodFailure[] = [];
    const told = new Set<string>();
    const words = {
      done: () => undefined,
      info(text: string) {
        if (!told.has(text)) toastInfo(text);
        told.add(text);
      },
    };
    let done = 0;
    for (const pod of pods) {
      try {
        await deletion(pod, cause, words);
      } catch (error) {
        const reason = error instanceof DeletionFailed ? error.reason : (error as Error).message;
        failures.push({ podName: pod.name, reason });
      }
      done += 1;
      onProgress?.(done);
    }
    if (failures.length > 0) throw new BulkDeletionFailed(failures, pods.length);
  };
}
