import { ServerRefusal } from '../connection/server-answer.ts';
import { reasonOf } from '../log.ts';
import type { DriverOutcome } from './driver.ts';

const RETRY_MS = 5_000;

/**
 * The outcome of a send whose file could not be fetched: nothing was sent in this attempt. A message already in doubt
 * stays in doubt.
 */
export function withoutFile(error: unknown, inDoubt: boolean): DriverOutcome {
  const reason = `The file could not be read: ${reasonOf(error)}`.slice(0, 400);
  if (inDoubt) return { kind: 'in-doubt', cause: reason };
  if (error instanceof ServerRefusal && error.status === 404) {
    return { kind: 'rejected', code: 'file-gone', reason, next: 'never' };
  }
  return { kind: 'rejected', code: 'file-unavailable', reason, next: 'later', afterMs: RETRY_MS };
}
