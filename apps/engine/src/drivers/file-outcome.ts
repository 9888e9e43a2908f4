import { ServerRefusal } from '../connection/server-answer.ts';
import { reasonOf } from '../log.ts';
import type { DriverOutcome } from './driver.ts';

const AGAIN_AFTER_MS = 5_000;

/**
 * The outcome of a send whose file could not be had: nothing left in this attempt. One that may have left before stays
 * in doubt.
 */
export function withoutFile(error: unknown, inDoubt: boolean): DriverOutcome {
  const reason = `The file could not be read: ${reasonOf(error)}`.slice(0, 400);
  if (inDoubt) return { kind: 'in-doubt', cause: reason };
  if (error instanceof ServerRefusal && error.status === 404) {
    return { kind: 'rejected', code: 'file-gone', reason, next: 'never' };
  }
  return { kind: 'rejected', code: 'file-unavailable', reason, next: 'later', afterMs: AGAIN_AFTER_MS };
}
