import { setTimeout as delay } from 'node:timers/promises';
import { Backoff } from '@switchyard/backoff';
import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import type { Log } from '../logging/log.ts';
import type { KubernetesClient, Selection } from './client.ts';
import { isExpired, KubernetesError } from './kubernetes-error.ts';

/** A change of a cached object: what it is now, or (deleted) what it was last. */
export interface CacheChange<P> {
  type: 'added' | 'changed' | 'deleted';
  uid: string;
  item: P;
}

export interface ResourceCacheOptions<T, P> {
  client: KubernetesClient;
  log: Log;
  /** Of the collection, such as `/api/v1/nodes`. */
  path: string;
  selection?: Selection;
  /** Keeps only what is needed of an object: a fleet of whole pods would not fit. */
  project: (object: T) => P;
  onChange?: (change: CacheChange<P>) => void;
  /** The whole picture has been read (again). */
  onSynced?: () => void;
  /** A watch that was broken goes on; nothing was missed. */
  onReopened?: () => void;
  /** A watch that says nothing for this long is made anew. */
  silenceMs?: number;
}

/** How fresh the picture is. */
export interface FeedState {
  synced: boolean;
  /** Milliseconds since the epoch of the last sign of life; 0 before the first. */
  lastHeardMs: number;
  /** Why the feed is broken right now; null while it is not. */
  problem: string | null;
  /** The status that the API refused with; 0: it did not answer; null: none of these. */
  code: number | null;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** However soon (`Retry-After: 0`) or late the API wants to be asked again. */
const MIN_ASKED_MS = 500;
const MAX_ASKED_MS = 120_000;
/**
 * A watch that ended sooner, without a word, was not one: a proxy in between that ends them all would otherwise be
 * asked without a pause.
 */
const SHORT_WATCH_MS = 1_000;

/**
 * One resource of the cluster, kept up to date by a list and a watch for the whole process, however many look at it.
 * Whatever goes wrong with the watch, it comes back: from the last version when that is still known, else (410) by
 * listing again, and what was missed is told as changes.
 */
export class ResourceCache<T extends KubernetesObject, P> {
  /** By uid. */
  readonly items = new Map<string, P>();
  readonly #known = new Map<string, { version: string; name: string }>();
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
    this.#heard();
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
        this.#alive();
        if (wasBroken) this.#options.onReopened?.();
      },
      event: (type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', object: T) => {
        this.#version = object.metadata.resourceVersion;
        events += 1;
        this.#heard();
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
      // At once: a version expires in the ordinary course of things. One that expires as soon as it was listed does
      // not.
      if (Date.now() - this.#listBeganMs > SHORT_WATCH_MS) return;
    }
    const problem = error instanceof Error ? error.message : String(error);
    const code = error instanceof KubernetesError ? error.code : null;
    this.#state = { ...this.#state, problem, code };
    const retryAfterMs = error instanceof KubernetesError ? error.retryAfterMs : null;
    const asked = retryAfterMs === null ? null : Math.min(MAX_ASKED_MS, Math.max(MIN_ASKED_MS, retryAfterMs));
    const backoffMs = this.#backoff.nextMs();
    const waitMs = asked ?? backoffMs;
    log.warn({ path, problem, waitMs: Math.round(waitMs) }, 'the watch of the cluster broke');
    await delay(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #heard(): void {
    this.#backoff.reset();
    this.#alive();
  }

  #alive(): void {
    this.#state = { ...this.#state, lastHeardMs: Date.now(), problem: null, code: null };
  }

  #set(object: T): void {
    const { uid, resourceVersion, namespace = '' } = object.metadata;
    const before = this.#known.get(uid);
    if (before?.version === resourceVersion) return;
    const name = `${namespace}/${object.metadata.name}`;
    // Of two that have had one name the earlier is gone, and a list would say so only after the later has been told.
    const namesake = this.#uids.get(name);
    if (namesake !== undefined && namesake !== uid) this.#remove(namesake);
    const item = this.#options.project(object);
    this.items.set(uid, item);
    this.#uids.set(name, uid);
    this.#known.set(uid, { version: resourceVersion, name });
    this.#options.onChange?.({ type: before === undefined ? 'added' : 'changed', uid, item });
  }

  #remove(uid: string, last?: T): void {
    const known = this.#known.get(uid);
    const item = this.items.get(uid);
    if (known === undefined || item === undefined) return;
    this.items.delete(uid);
    this.#known.delete(uid);
    this.#uids.delete(known.name);
    this.#options.onChange?.({ type: 'deleted', uid, item: last ? this.#options.project(last) : item });
  }
}
