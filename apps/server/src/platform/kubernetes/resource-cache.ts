import { setTimeout as delay } from 'node:timers/promises';
import { Backoff } from '@switchyard/backoff';
import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import type { Log } from '../logging/log.ts';
import type { KubernetesClient, Selection } from './client.ts';
import { isExpired, KubernetesError } from './kubernetes-error.ts';

/** A change of a cached object, with its new state or, if deleted, its last state. */
export interface CacheChange<P> {
  type: 'added' | 'changed' | 'deleted';
  uid: string;
  item: P;
}

export interface ResourceCacheOptions<T, P> {
  client: KubernetesClient;
  log: Log;
  /** Path of the collection, such as `/api/v1/nodes`. */
  path: string;
  selection?: Selection;
  /** Keeps only the needed part of an object: a fleet of complete pods would not fit into memory. */
  project: (object: T) => P;
  onChange?: (change: CacheChange<P>) => void;
  /** Called after the complete collection has been listed (again). */
  onSynced?: () => void;
  /** Called when a broken watch resumes without having missed anything. */
  onReopened?: () => void;
  /** A watch that is silent for this long is replaced. */
  silenceMs?: number;
}

/** Freshness of a cache. */
export interface FeedState {
  synced: boolean;
  /** Time of the last sign of life in milliseconds since the epoch; 0 before the first. */
  lastHeardMs: number;
  /** Why the feed is broken now; null if it is not. */
  problem: string | null;
  /** HTTP status of the API's refusal; 0 if it did not respond; null if the problem is neither. */
  code: number | null;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Bounds of the delay that the API may request with `Retry-After`, which may be 0. */
const MIN_RETRY_AFTER_MS = 500;
const MAX_RETRY_AFTER_MS = 120_000;
/**
 * A watch without events that ended sooner than this counts as failed: behind a proxy that ends every watch, the API
 * would otherwise be called without a pause.
 */
const SHORT_WATCH_MS = 1_000;

/**
 * A resource of the cluster, kept up to date for the whole process by one list and one watch, however many readers
 * there are. A broken watch resumes from the last version if that is still known; otherwise (410) the resource is
 * listed again, and missed changes are reported.
 */
export class ResourceCache<T extends KubernetesObject, P> {
  /** By uid. */
  readonly items = new Map<string, P>();
  readonly #versions = new Map<string, { version: string; name: string }>();
  /** Uids by namespace and name. */
  readonly #uids = new Map<string, string>();
  readonly #options: ResourceCacheOptions<T, P>;
  readonly #stopping = new AbortController();
  #version: string | null = null;
  #state: FeedState = { synced: false, lastHeardMs: 0, problem: null, code: null };
  #finished: Promise<void> | null = null;
  readonly #backoff = new Backoff(FIRST_RETRY_MS, MAX_RETRY_MS);
  #listBeganMs = 0;

  constructor(options: ResourceCacheOptions<T, P>) {
    this.#options = options;
  }

  get state(): FeedState {
    return this.#state;
  }

  start(): void {
    this.#finished ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#finished;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (this.#version === null) await this.#list();
        await this.#watch();
      } catch (error) {
        if (signal.aborted) return;
        await this.#recover(error);
      }
    }
  }

  async #list(): Promise<void> {
    const { client, path, selection = {}, onSynced } = this.#options;
    this.#listBeganMs = Date.now();
    const seen = new Set<string>();
    const add = (object: T) => {
      seen.add(object.metadata.uid);
      this.#set(object);
    };
    this.#version = await client.list<T>(path, selection, add, this.#stopping.signal);
    for (const uid of [...this.items.keys()]) if (!seen.has(uid)) this.#remove(uid);
    this.#markReceived();
    this.#state = { ...this.#state, synced: true };
    onSynced?.();
  }

  async #watch(): Promise<void> {
    const { client, path, selection = {}, silenceMs } = this.#options;
    const beganMs = Date.now();
    let events = 0;
    const listener = {
      opened: () => {
        const wasBroken = this.#state.problem !== null;
        this.#markAlive();
        if (wasBroken) this.#options.onReopened?.();
      },
      event: (type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', object: T) => {
        this.#version = object.metadata.resourceVersion;
        events += 1;
        this.#markReceived();
        if (type === 'DELETED') this.#remove(object.metadata.uid, object);
        else if (type !== 'BOOKMARK') this.#set(object);
      },
    };
    try {
      await client.watch(path, selection, this.#version ?? '', listener, this.#stopping.signal, silenceMs);
    } finally {
      if (Date.now() - beganMs > SHORT_WATCH_MS) this.#backoff.reset();
    }
    if (events === 0 && Date.now() - beganMs < SHORT_WATCH_MS && !this.#stopping.signal.aborted) {
      throw new KubernetesError(0, 'Ended', 'the watch ended as soon as it began');
    }
  }

  async #recover(error: unknown): Promise<void> {
    const { log, path } = this.#options;
    if (isExpired(error)) {
      this.#version = null;
      // Retry immediately, because versions expire regularly, unless the version expired right after it was listed.
      if (Date.now() - this.#listBeganMs > SHORT_WATCH_MS) return;
    }
    const problem = error instanceof Error ? error.message : String(error);
    const code = error instanceof KubernetesError ? error.code : null;
    this.#state = { ...this.#state, problem, code };
    const retryAfterMs = error instanceof KubernetesError ? error.retryAfterMs : null;
    const requestedMs =
      retryAfterMs === null ? null : Math.min(MAX_RETRY_AFTER_MS, Math.max(MIN_RETRY_AFTER_MS, retryAfterMs));
    const backoffMs = this.#backoff.nextMs();
    const waitMs = requestedMs ?? backoffMs;
    log.warn({ path, problem, waitMs: Math.round(waitMs) }, 'the watch of the cluster broke');
    await delay(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #markReceived(): void {
    this.#backoff.reset();
    this.#markAlive();
  }

  #markAlive(): void {
    this.#state = { ...this.#state, lastHeardMs: Date.now(), problem: null, code: null };
  }

  #set(object: T): void {
    const { uid, resourceVersion, namespace = '' } = object.metadata;
    const before = this.#versions.get(uid);
    if (before?.version === resourceVersion) return;
    const name = `${namespace}/${object.metadata.name}`;
    // An object with the same name must have been deleted, but a list would report that only after this one was added.
    const namesake = this.#uids.get(name);
    if (namesake !== undefined && namesake !== uid) this.#remove(namesake);
    const item = this.#options.project(object);
    this.items.set(uid, item);
    this.#uids.set(name, uid);
    this.#versions.set(uid, { version: resourceVersion, name });
    this.#options.onChange?.({ type: before === undefined ? 'added' : 'changed', uid, item });
  }

  #remove(uid: string, last?: T): void {
    const cached = this.#versions.get(uid);
    const item = this.items.get(uid);
    if (cached === undefined || item === undefined) return;
    this.items.delete(uid);
    this.#versions.delete(uid);
    this.#uids.delete(cached.name);
    this.#options.onChange?.({ type: 'deleted', uid, item: last ? this.#options.project(last) : item });
  }
}
