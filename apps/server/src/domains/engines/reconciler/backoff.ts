import { backoffMs } from '@switchyard/backoff';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 300_000;
/** A pod that lasted this long starts the count anew. */
const STABLE_MS = 60_000;

interface Made {
  atMs: number;
  /** Pods in a row that did not last. */
  failures: number;
}

/** When the next pod of an engine may be made: at once after a stable one, else after 1 s, 2 s, 4 s … 5 min. */
export class PodBackoff {
  readonly #made = new Map<string, Made>();

  /** A pod was made, or its making was tried. */
  made(engineId: string, nowMs: number): void {
    const before = this.#made.get(engineId);
    const failures = before && nowMs - before.atMs < STABLE_MS + delayOf(before.failures) ? before.failures + 1 : 0;
    this.#made.set(engineId, { atMs: nowMs, failures });
  }

  mayCreateAtMs(engineId: string, nowMs: number): number {
    const before = this.#made.get(engineId);
    if (!before || nowMs - before.atMs >= STABLE_MS + delayOf(before.failures)) return 0;
    return before.atMs + delayOf(before.failures);
  }

  forget(engineId: string): void {
    this.#made.delete(engineId);
  }
}

function delayOf(failures: number): number {
  return failures === 0 ? 0 : backoffMs(failures, FIRST_DELAY_MS, MAX_DELAY_MS);
}
