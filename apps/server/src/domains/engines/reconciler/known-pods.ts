import type { CacheChange } from '../../../platform/kubernetes/resource-cache.ts';
import type { EnginePod } from './engine-pod.ts';

/** A watch tells of a new pod within moments; a pod that it never tells of came and went while it was broken. */
export const FRESH_MS = 10_000;

/** The pods of engines that have one of their own, as the watch and our own making tell of them. */
export class KnownPods {
  /** By engine, so that one engine's pods are found without looking at all. */
  readonly #ofEngine = new Map<string, Map<string, EnginePod>>();
  /** When the watch first told of a pod, by uid. */
  readonly #seenSinceMs = new Map<string, number>();
  /** Made by us a moment ago, by uid, until the watch tells of them: what is not in the cache yet is not gone. */
  readonly #fresh = new Map<string, { pod: EnginePod; madeAtMs: number }>();

  /** What the watch tells of any pod; shared ones are only dated here. */
  changed({ type, uid, item: pod }: CacheChange<EnginePod>): void {
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

  /** A pod that we made. The watch may have told of it before its making was answered. */
  made(pod: EnginePod): void {
    if (this.#ofEngine.get(pod.engineId)?.has(pod.uid)) return;
    this.#fresh.set(pod.uid, { pod, madeAtMs: Date.now() });
  }

  of(engineId: string, nowMs: number): EnginePod[] {
    const pods = [...(this.#ofEngine.get(engineId)?.values() ?? [])];
    for (const [uid, { pod, madeAtMs }] of this.#fresh) {
      if (pod.engineId !== engineId) continue;
      if (nowMs - madeAtMs < FRESH_MS) pods.push(pod);
      else this.#fresh.delete(uid);
    }
    return pods;
  }

  /** Milliseconds since the epoch; undefined: the watch has not told of it yet. */
  seenSinceMs({ uid }: EnginePod): number | undefined {
    return this.#seenSinceMs.get(uid);
  }

  engineIds(): Iterable<string> {
    return this.#ofEngine.keys();
  }

  /** How many engines have pods, and of how many one does not run. */
  count(): { all: number; down: number } {
    let down = 0;
    for (const pods of this.#ofEngine.values()) {
      if ([...pods.values()].some((pod) => pod.deleting || pod.phase !== 'Running')) down += 1;
    }
    return { all: this.#ofEngine.size, down };
  }
}
