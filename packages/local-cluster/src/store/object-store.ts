import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import { alreadyExists, expired, notFound } from '../kubernetes/status-error.ts';

/**
 * An object at one version. A simulated pod is a small record that builds the whole object only on request, so the
 * store itself uses only these fields.
 */
export interface Stored {
  readonly namespace: string;
  readonly name: string;
  readonly version: number;
  toObject(): KubernetesObject;
  /** The same object, marked for deletion. If absent, the whole object is built and marked. */
  marked?(deletion: Deletion, version: number): Stored;
  /** The same object with a patch's changes. If absent, the whole object is stored. */
  patched?(object: KubernetesObject, version: number): Stored;
}

/** A requested deletion: when it is forced, and the grace period until then. */
export interface Deletion {
  timestamp: string;
  graceSeconds: number;
}

export interface StoreEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  version: number;
  /** The object after the change; for a deletion, its last state at the version of the deletion. */
  current: Stored;
  /** What a watcher with a selector saw before; null for a new object. */
  previous: Stored | null;
}

export type StoreListener = (event: StoreEvent) => void;

interface Collection {
  objects: Map<string, Stored>;
  /** Keys in list order; null after a change, and sorted again by the next list. */
  sorted: string[] | null;
  history: StoreEvent[];
  /** The version before the oldest event kept: a watch from here on misses nothing. */
  compactedAt: number;
  /** Each with the last version delivered to it. */
  listeners: Map<StoreListener, number>;
}

export interface ObjectStoreOptions {
  /** Versions start above this. A restarted store must start above every version it ever gave out. */
  startVersion: number;
  /** Number of events kept per resource; a watch from before them gets 410. */
  historyLimit: number;
  /** Called with each new version before anybody sees it, so that it can be made durable. */
  onVersion?: (version: number) => void;
}

/**
 * The cluster's state: objects by resource, one rising version over all of them, and a bounded history for watches and
 * consistent pages. Corresponds to etcd and the API server's watch cache.
 */
export class ObjectStore {
  readonly #collections = new Map<string, Collection>();
  readonly #options: ObjectStoreOptions;
  #version: number;
  #historyLimit: number;
  #delivering = false;
  readonly #undelivered: { collection: Collection; event: StoreEvent }[] = [];

  constructor(options: ObjectStoreOptions) {
    this.#options = options;
    this.#version = options.startVersion;
    this.#historyLimit = options.historyLimit;
  }

  get version(): number {
    return this.#version;
  }

  /** Adds a new object. @throws StatusError 409 AlreadyExists */
  add(resource: string, object: KubernetesObject): KubernetesObject {
    const { namespace = '', name } = object.metadata;
    if (this.find(resource, namespace, name)) throw alreadyExists(resource, name);
    return this.put(resource, (version) => new StoredObject(object, version)).toObject();
  }

  /** Replaces an existing object. @throws StatusError 404 */
  replace(resource: string, object: KubernetesObject): KubernetesObject {
    const { namespace = '', name } = object.metadata;
    if (!this.find(resource, namespace, name)) throw notFound(resource, name);
    return this.put(resource, (version) => new StoredObject(object, version)).toObject();
  }

  /** Adds or replaces the object that `make` returns for the new version. */
  put(resource: string, make: (version: number) => Stored): Stored {
    const collection = this.#collection(resource);
    const current = make(this.#nextVersion());
    const key = keyOf(current.namespace, current.name);
    const previous = collection.objects.get(key) ?? null;
    collection.objects.set(key, current);
    if (!previous) collection.sorted = null;
    this.#record(collection, { type: previous ? 'MODIFIED' : 'ADDED', version: current.version, current, previous });
    return current;
  }

  /** Removes an object; `last` may provide its final state. Does nothing if it doesn't exist. */
  remove(resource: string, namespace: string, name: string, last?: (version: number) => Stored): void {
    const collection = this.#collection(resource);
    const key = keyOf(namespace, name);
    const previous = collection.objects.get(key);
    if (!previous) return;
    const version = this.#nextVersion();
    const current = last ? last(version) : new StoredObject(previous.toObject(), version);
    collection.objects.delete(key);
    collection.sorted = null;
    this.#record(collection, { type: 'DELETED', version, current, previous });
  }

  find(resource: string, namespace: string, name: string): Stored | null {
    return this.#collection(resource).objects.get(keyOf(namespace, name)) ?? null;
  }

  count(resource: string): number {
    return this.#collection(resource).objects.size;
  }

  /** All current objects of a resource, in no particular order. */
  all(resource: string): Iterable<Stored> {
    return this.#collection(resource).objects.values();
  }

  /**
   * Objects in list order (namespace, then name) as they were at `version`, after the key `after`.
   * @throws StatusError 410 if that version's history is gone
   */
  *snapshot(
    resource: string,
    version: number = this.#version,
    after = '',
  ): Generator<{ key: string; stored: Stored }, void, undefined> {
    const { keys, undone, objects } = this.#at(resource, version);
    for (let at = firstAfter(keys, after); at < keys.length; at++) {
      const key = keys[at] ?? '';
      const stored = undone.has(key) ? undone.get(key) : objects.get(key);
      if (stored) yield { key, stored };
    }
  }

  /** The number of objects after the key `after` at `version`. */
  countAfter(resource: string, version: number, after: string): number {
    const { keys, undone } = this.#at(resource, version);
    let count = keys.length - firstAfter(keys, after);
    for (const [key, stored] of undone) if (key > after && stored === null) count -= 1;
    return count;
  }

  /** All keys that existed at `version` or exist now, in order, and what was different then. */
  #at(resource: string, version: number) {
    const collection = this.#collection(resource);
    if (version < collection.compactedAt) throw expired(version, collection.compactedAt);
    const { objects } = collection;
    const undone = this.#undo(collection, version);
    collection.sorted ??= [...objects.keys()].sort();
    const removed = [...undone].filter(([key, stored]) => stored && !objects.has(key)).map(([key]) => key);
    const keys = removed.length === 0 ? collection.sorted : [...collection.sorted, ...removed].sort();
    return { keys, undone, objects };
  }

  /** The state at `version` of objects that changed later; null if absent. */
  #undo(collection: Collection, version: number): Map<string, Stored | null> {
    const undone = new Map<string, Stored | null>();
    for (let at = collection.history.length - 1; at >= 0; at--) {
      const event = collection.history[at];
      if (!event || event.version <= version) break;
      undone.set(keyOf(event.current.namespace, event.current.name), event.previous);
    }
    return undone;
  }

  /**
   * Calls `listener` for every change of a resource after `fromVersion`, past ones first, each once and in order.
   * @returns stops watching
   * @throws StatusError 410 if the history since then is gone
   */
  watch(resource: string, fromVersion: number, listener: StoreListener): () => void {
    const collection = this.#collection(resource);
    if (fromVersion < collection.compactedAt) throw expired(fromVersion, collection.compactedAt);
    let delivered = fromVersion;
    for (const event of eventsAfter(collection.history, fromVersion)) {
      delivered = event.version;
      listener(event);
    }
    collection.listeners.set(listener, delivered);
    return () => collection.listeners.delete(listener);
  }

  /** Keeps at least this many events per resource from now on. */
  keepHistory(events: number): void {
    this.#historyLimit = Math.max(this.#historyLimit, events);
  }

  /** Drops all history: resuming from an older version gets 410. Running watches continue. */
  compact(): void {
    for (const collection of this.#collections.values()) {
      collection.history = [];
      collection.compactedAt = this.#version;
    }
  }

  #nextVersion(): number {
    this.#version += 1;
    this.#options.onVersion?.(this.#version);
    return this.#version;
  }

  #record(collection: Collection, event: StoreEvent): void {
    collection.history.push(event);
    // Trim a quarter at a time, so that the array isn't moved at every event.
    if (collection.history.length > this.#historyLimit * 1.25) {
      const dropped = collection.history.splice(0, collection.history.length - this.#historyLimit);
      collection.compactedAt = dropped.at(-1)?.version ?? collection.compactedAt;
    }
    this.#undelivered.push({ collection, event });
    if (!this.#delivering) this.#deliver();
  }

  /** A listener may change the store: every listener still gets changes in order. */
  #deliver(): void {
    this.#delivering = true;
    try {
      for (let next = this.#undelivered.shift(); next; next = this.#undelivered.shift()) {
        const { collection, event } = next;
        for (const [listener, delivered] of collection.listeners) {
          if (event.version <= delivered) continue;
          collection.listeners.set(listener, event.version);
          listener(event);
        }
      }
    } finally {
      this.#delivering = false;
    }
  }

  #collection(resource: string): Collection {
    let collection = this.#collections.get(resource);
    if (!collection) {
      const compactedAt = this.#options.startVersion;
      collection = { objects: new Map(), sorted: null, history: [], compactedAt, listeners: new Map() };
      this.#collections.set(resource, collection);
    }
    return collection;
  }
}

/** A whole object held in memory, stamped with its version. */
export class StoredObject implements Stored {
  readonly namespace: string;
  readonly name: string;
  readonly version: number;
  readonly #object: KubernetesObject;
  constructor(object: KubernetesObject, version: number) {
    this.namespace = object.metadata.namespace ?? '';
    this.name = object.metadata.name;
    this.version = version;
    this.#object = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
  }
  toObject(): KubernetesObject {
    return this.#object;
  }
}

/** The key that orders lists, as in etcd. */
function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function firstAfter(sorted: string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function eventsAfter(history: StoreEvent[], version: number): StoreEvent[] {
  let low = 0;
  let high = history.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((history[middle]?.version ?? 0) <= version) low = middle + 1;
    else high = middle;
  }
  return history.slice(low);
}
