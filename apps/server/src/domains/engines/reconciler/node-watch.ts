import type { Node } from '@switchyard/kubernetes/objects';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { ResourceCache } from '../../../platform/kubernetes/resource-cache.ts';
import type { Log } from '../../../platform/logging/log.ts';

/**
 * A node that says nothing, or nothing good, for this long is given up. A real cluster evicts after 5 min, and then
 * waits for a node that is gone.
 */
const NODE_PATIENCE_MS = 120_000;

/** Knows which nodes can be counted on. Times are by our own clock: a node's may be anything. */
export class NodeWatch {
  readonly #cache: ResourceCache<Node, { name: string; ready: boolean }>;
  readonly #unreadySinceMs = new Map<string, number>();
  readonly #present = new Set<string>();
  readonly #patienceMs: number;
  readonly #onDoubt: (checkAtMs: number) => void;

  /** @param onDoubt told when pods should be looked at again, because a node may be lost by then */
  constructor(client: KubernetesClient, log: Log, onDoubt: (checkAtMs: number) => void, patienceMs = NODE_PATIENCE_MS) {
    this.#patienceMs = patienceMs;
    this.#onDoubt = onDoubt;
    this.#cache = new ResourceCache({
      client,
      log,
      path: '/api/v1/nodes',
      project: ({ metadata, status }) => ({
        name: metadata.name,
        ready: (status?.conditions ?? []).some(
          (condition) => condition.type === 'Ready' && condition.status === 'True',
        ),
      }),
      onChange: ({ type, item }) => this.#seen(item.name, type !== 'deleted', item.ready),
    });
  }

  start(): void {
    this.#cache.start();
  }

  stop(): Promise<void> {
    return this.#cache.stop();
  }

  /** A node that is not (or no longer) in the picture counts as silent from the first time that anybody asks for it. */
  isLost(name: string, nowMs: number): boolean {
    if (!this.#cache.state.synced) return false;
    if (!this.#present.has(name)) this.#doubt(name);
    const since = this.#unreadySinceMs.get(name);
    return since !== undefined && nowMs - since >= this.#patienceMs;
  }

  #seen(name: string, present: boolean, ready: boolean): void {
    if (present) this.#present.add(name);
    else this.#present.delete(name);
    if (present && ready) this.#unreadySinceMs.delete(name);
    else this.#doubt(name);
  }

  #doubt(name: string): void {
    if (this.#unreadySinceMs.has(name)) return;
    const nowMs = Date.now();
    this.#unreadySinceMs.set(name, nowMs);
    this.#onDoubt(nowMs + this.#patienceMs);
  }
}
