import { backoffMs } from '@switchyard/backoff';
import type { DesiredEngine } from './engine-pod.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 300_000;
/** A pod that lived this long resets the count. */
const STABLE_MS = 60_000;

interface CreatedPod {
  atMs: number;
  /** A restart by a person raises it and resets the count. */
  podRevision: number;
  /** Consecutive pods that did not last. */
  failures: number;
}

/** The engine that a pod is for. */
type PodOwner = Pick<DesiredEngine, 'id' | 'podRevision'>;

/** When an engine's next pod may be created: at once after a stable one, else after 1 s, 2 s, 4 s … 5 min. */
export class PodBackoff {
  readonly #created = new Map<string, CreatedPod>();

  /**
   * Records that a pod was created. Not called for creations refused by the cluster, which say nothing about how long
   * the next one lasts.
   */
  recordCreated({ id: engineId, podRevision }: PodOwner, nowMs: number): void {
    const before = this.#of(engineId, podRevision);
    const failures = before && nowMs - before.atMs < STABLE_MS + delayOf(before.failures) ? before.failures + 1 : 0;
    this.#created.set(engineId, { atMs: nowMs, podRevision, failures });
  }

  canCreateAtMs({ id: engineId, podRevision }: PodOwner, nowMs: number): number {
    const before = this.#of(engineId, podRevision);
    if (!before || nowMs - before.atMs >= STABLE_MS + delayOf(before.failures)) return 0;
    return before.atMs + delayOf(before.failures);
  }

  reset(engineId: string): void {
    this.#created.delete(engineId);
  }

  #of(engineId: string, podRevision: number): CreatedPod | undefined {
    const created = this.#created.get(engineId);
    return created?.podRevision === podRevision ? created : undefined;
  }
}

function delayOf(failures: number): number {
  return failures === 0 ? 0 : backoffMs(failures, FIRST_DELAY_MS, MAX_DELAY_MS);
}
