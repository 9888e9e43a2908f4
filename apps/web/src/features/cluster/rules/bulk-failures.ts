import { someNotDeleted } from './error-words.ts';

/** One pod of a bulk deletion that could not be deleted, and why. */
export interface PodFailure {
  podName: string;
  reason: string;
}

/** Every failure of a bulk deletion in one message: how many of how many, then each reason with the pods it holds for. */
export function bulkFailureWords(failures: readonly PodFailure[], total: number): string {
  const byReason = Map.groupBy(failures, (one) => one.reason);
  const reasons = [...byReason].map(
    ([reason, pods]) => `${pods.map((one) => one.podName).join(', ')}: ${reason.replace(/\.$/, '')}`,
  );
  return someNotDeleted(failures.length, total, reasons.join('; '));
}

/** Some pods of a bulk deletion were not deleted; the message names each and why. */
export class BulkDeletionFailed extends Error {
  override readonly name = 'BulkDeletionFailed';
  readonly failures: readonly PodFailure[];
  constructor(failures: readonly PodFailure[], total: number) {
    super(bulkFailureWords(failures, total));
    this.failures = failures;
  }
}
