import { backoffMs } from '@switchyard/backoff';
import type { DesiredEngine } from './engine-pod.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 300_000;
/** A pod that lasted this long starts the count anew. */
const STABLE_MS = 60_000;

interface Made {
  atMs: number;
  /** A person who has an engine restarted makes a new one, which owes nothing to the pods before. */
  podRevision: number;
  /** Pods in a row that did not last. */
  failures: number;
}

/** The engine that a pod is for. */
type MadeFor = Pick<DesiredEngine, 'id' | 'podRevision'>;

/** When the next pod of an engine may be made: at once after a stable one, else after 1 s, 2 s, 4 s … 5 min. */
export class PodBackoff {
  readonly #made = new Map<string, Made>();

  /** A pod was made. What the cluster refused was none, and says nothing about how long the next one lasts. */
  made({ id: engineId, podRevision }: MadeFor, nowMs: number): void {
    const before = this.#of(engineId, podRevision);
    const failures = before && nowMs - before.atMs < STABLE_MS + delayOf(before.failures) ? before.failures + 1 : 0;
    this.#made.set(engineId, { atMs: nowMs, podRevision, failures });
  }

  mayCreateAtMs({ id: engineId, podRevision }: MadeFor, nowMs: number): number {
    const before = this.#of(engineId, podRevision);
    if (!before || nowMs - before.atMs >= STABLE_MS + delayOf(before.failures)) return 0;
    return before.atMs + delayOf(before.failures);
  }

  forget(engineId: string): void {
    this.#made.delete(engineId);
  }

  #of(engineId: string, podRevision: number): Made | undefined {
    const made = this.#made.get(engineId);
    return made?.podRevision === podRevision ? made : undefined;
  }
}

function delayOf(failures: number): number {
  return failures === 0 ? 0 : backoffMs(failures, FIRST_DELAY_MS, MAX_DELAY_MS);
}
