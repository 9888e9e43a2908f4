import { firstNames, someNotDeleted } from './error-texts.ts';

/** One pod of a bulk deletion that could not be deleted, and why. */
export interface PodFailure {
  podName: string;
  reason: string;
}

/** Per reason; the full list is shown where they can be retried. */
const MAX_NAMES = 5;

/**
 * Every failure of a bulk deletion in one message: how many of how many, then each reason with its pods, each named
 * once.
 */
export function describeFailures(failures: readonly PodFailure[], total: number): string {
  const byReason = Map.groupBy(failures, ({ podName, reason }) =>
    reason.replace(` "${podName}"`, '').replace(/\.$/, ''),
  );
  const reasons = [...byReason].map(
    ([reason, pods]) =>
      `${firstNames(
        pods.map((pod) => pod.podName),
        MAX_NAMES,
      )}: ${reason}`,
  );
  return someNotDeleted(failures.length, total, reasons.join('; '));
}

/** Some pods of a bulk deletion were not deleted; the message names each and why. */
export class BulkDeletionFailed extends Error {
  override readonly name = 'BulkDeletionFailed';
  readonly failures: readonly PodFailure[];
  constructor(failures: readonly PodFailure[], total: number) {
    super(describeFailures(failures, total));
    this.failures = failures;
  }
}
