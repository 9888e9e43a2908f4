import type { DeletionCause } from '@switchyard/contracts/cluster/pod-deletions';
import { toastInfo } from '../../../components/toasts.ts';
import { useDeletePod } from '../components/use-delete-pod.ts';
import { DeletionFailed } from '../proxy/delete-pod.ts';
import { BulkDeletionFailed, type PodFailure } from '../rules/bulk-failures.ts';
import { reasonOf } from '../rules/error-texts.ts';
import type { GatewayPodView } from './gateway-pods.ts';

/** Maximum concurrent deletions: quick for fifty pods, and no storm for the API server. */
const MAX_CONCURRENT = 5;

/**
 * Deletes candidates, each regardless of failures of the others, and skips those that no longer are candidates.
 * Announces an unavailable proxy once, not for each pod.
 * @returns a function that rejects with BulkDeletionFailed when some could not be deleted
 */
export function useBulkDeletion(): (
  pods: readonly GatewayPodView[],
  cause: DeletionCause,
  onProgress?: (done: number) => void,
) => Promise<void> {
  const deletion = useDeletePod();
  return async (pods, cause, onProgress) => {
    const failures: PodFailure[] = [];
    const shown = new Set<string>();
    const feedback = {
      done: () => undefined,
      info(text: string) {
        if (!shown.has(text)) toastInfo(text);
        shown.add(text);
      },
    };
    let done = 0;
    const waiting = pods.values();
    const work = async () => {
      for (const { pod } of waiting) {
        try {
          await deletion(pod, { cause, onlyCandidate: true }, feedback);
        } catch (error) {
          const reason = error instanceof DeletionFailed ? error.reason : reasonOf(error);
          failures.push({ podName: pod.name, reason });
        }
        done += 1;
        onProgress?.(done);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
    if (failures.length > 0) throw new BulkDeletionFailed(failures, pods.length);
  };
}
