import type { CacheChange } from '../../../platform/kubernetes/resource-cache.ts';
import type { EnginePod } from './engine-pod.ts';

/** A watch reports a new pod within moments; one that is never reported came and went while the watch was down. */
export const FRESH_MS = 10_000;

/** Pods of engines that have their own, known from the watch and from our own creations. */
export class KnownPods {
  /** By engine, so that an engine's pods are found without scanning all. */
  readonly #ofEngine = new Map<string, Map<string, EnginePod>>();
  /** When the watch first reported a pod, by uid. */
  readonly #seenSinceMs = new Map<string, number>();
  /** Pods we have just created, by uid, until the watch reports them: missing from the cache does not mean deleted. */
  readonly #fresh = new Map<string, { pod: EnginePod; freshSinceMs: number }>();

  /** Handles a change from the watch; for shared pods, only records when they were first seen. */
  handleChange({ type, uid, item: pod }: CacheChange<EnginePod>): void {
    this.#fresh.delete(uid);
    if (type === 'deleted') this.#seenSinceMs.delete(uid);
    else if (!this.#seenSinceMs.has(uid)) this.#seenSinceMs.set(uid, Date.now());
    if (pod.sharedBy !== null) return;
    const pods = this.#ofEngine.get(pod.engineId) ?? new Map<string, EnginePod>();
    if (type === 'deleted') pods.delete(uid);
    else pods.set(uid, pod);
    if (pods.size > 0) this.#ofEngine.set(pod.engineId, pods);
    else this.#ofEngine.delete(pod.engineId);
  }

  /** Adds a pod that we created. The watch may have reported it before the creation was answered. */
  add(pod: EnginePod): void {
    if (this.#ofEngine.get(pod.engineId)?.has(pod.uid)) return;
    this.#fresh.set(pod.uid, { pod, freshSinceMs: Date.now() });
  }

  podsOf(engineId: string, nowMs: number): EnginePod[] {
    const pods = [...(this.#ofEngine.get(engineId)?.values() ?? [])];
    for (const [uid, { pod, freshSinceMs }] of this.#fresh) {
      if (pod.engineId !== engineId) continue;
      if (nowMs - freshSinceMs < FRESH_MS) pods.push(pod);
      else this.#fresh.delete(uid);
    }
    return pods;
  }

  /** Milliseconds since the epoch; undefined if the watch has not reported it yet. */
  seenSinceMs({ uid }: EnginePod): number | undefined {
    return this.#seenSinceMs.get(uid);
  }

  engineIds(): Iterable<string> {
    return this.#ofEngine.keys();
  }

  /** How many engines have pods, and for how many of them one is not running. */
  count(): { all: number; down: number } {
    let down = 0;
    for (const pods of this.#ofEngine.values()) {
      if ([...pods.values()].some((pod) => pod.deleting || pod.phase !== 'Running')) down += 1;
    }
    return { all: this.#ofEngine.size, down };
  }
}
