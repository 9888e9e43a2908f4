import type { Node } from '@switchyard/kubernetes/objects';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { ResourceCache } from '../../../platform/kubernetes/resource-cache.ts';
import type { Log } from '../../../platform/logging/log.ts';

/**
 * A node that is silent or unhealthy for this long counts as lost. A real cluster evicts after 5 min, and then waits
 * for the lost node.
 */
const NODE_TIMEOUT_MS = 120_000;

/** Tracks which nodes are reliable. Times are by our own clock, because a node's may be wrong. */
export class NodeWatch {
  readonly #cache: ResourceCache<Node, { name: string; ready: boolean }>;
  readonly #unreadySinceMs = new Map<string, number>();
  readonly #present = new Set<string>();
  readonly #patienceMs: number;
  readonly #onDoubt: (checkAtMs: number) => void;

  /** @param onDoubt called when a node may be lost, with the time to check pods again */
  constructor(client: KubernetesClient, log: Log, onDoubt: (checkAtMs: number) => void, patienceMs = NODE_TIMEOUT_MS) {
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

  /** An unknown or deleted node counts as silent from the first time it is queried. */
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
