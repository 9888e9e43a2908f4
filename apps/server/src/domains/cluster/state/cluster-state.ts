import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ClusterFeed, ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import type { NodeRow, UsageRow } from '@switchyard/contracts/cluster/rows';
import { ChangeLog } from './change-log.ts';
import { encodeLine, podsPart, ROWS_PER_LINE, USAGES_PER_LINE } from './encode-line.ts';
import type { CachedPod } from './project-pod.ts';

/**
 * How long changes are batched before they are sent: far below the 250 ms that the contract allows, far above one
 * event.
 */
const BATCH_DELAY_MS = 80;
/** A snapshot is reused for this long, with the changes since: making one takes a tenth of a second of CPU. */
const SNAPSHOT_LIFETIME_MS = 5_000;

/** The whole state as lines, and the position from which changes complete it. */
export interface Snapshot {
  sequence: number;
  lines: readonly Buffer[];
}

type ChangedKind = 'pods' | 'nodes' | 'podUsage' | 'nodeUsage';

export type Listener = (sequence: number, line: Buffer) => void;

/** The state of the cluster as rows, and the order of its changes. Independent of Kubernetes and HTTP. */
export class ClusterState {
  readonly log = new ChangeLog(randomUUID().slice(0, 8));
  readonly #nowMs: () => number;
  readonly #pods = new Map<string, CachedPod>();
  readonly #nodes = new Map<string, NodeRow>();
  /** By namespace, then name. */
  readonly #uids = new Map<string, Map<string, string>>();
  readonly #podUsage = new Map<string, UsageRow>();
  readonly #nodeUsage = new Map<string, UsageRow>();
  readonly #listeners = new Set<Listener>();
  readonly #changed: Record<ChangedKind, Set<string>> = {
    pods: new Set(),
    nodes: new Set(),
    podUsage: new Set(),
    nodeUsage: new Set(),
  };
  #feed: ClusterFeed;
  #feedChanged = false;
  #timer: NodeJS.Timeout | null = null;
  #snapshot: { sequence: number; made: Promise<Snapshot> } | null = null;
  #snapshotTimer: NodeJS.Timeout | null = null;

  constructor(feed: ClusterFeed, nowMs: () => number = Date.now) {
    this.#feed = feed;
    this.#nowMs = nowMs;
  }

  get feed(): ClusterFeed {
    return this.#feed;
  }

  setFeed(feed: ClusterFeed): void {
    const changed = (['pods', 'nodes', 'metrics'] as const).some(
      (kind) => feed[kind].state !== this.#feed[kind].state || feed[kind].problem !== this.#feed[kind].problem,
    );
    this.#feed = feed;
    if (!changed) return;
    this.#feedChanged = true;
    this.#scheduleFlush();
  }

  pods(): Iterable<CachedPod> {
    return this.#pods.values();
  }

  nodes(): Iterable<NodeRow> {
    return this.#nodes.values();
  }

  node(name: string): NodeRow | undefined {
    return this.#nodes.get(name);
  }

  podNamed(namespace: string, name: string): CachedPod | undefined {
    const uid = this.#uids.get(namespace)?.get(name);
    return uid === undefined ? undefined : this.#pods.get(uid);
  }

  podUsage(uid: string): UsageRow | undefined {
    return this.#podUsage.get(uid);
  }

  nodeUsage(name: string): UsageRow | undefined {
    return this.#nodeUsage.get(name);
  }

  putPod(row: CachedPod): void {
    if (isDeepStrictEqual(this.#pods.get(row.uid), row)) return;
    this.#pods.set(row.uid, row);
    const names = this.#uids.get(row.namespace) ?? new Map<string, string>();
    this.#uids.set(row.namespace, names.set(row.name, row.uid));
    this.#markChanged('pods', row.uid);
  }

  removePod(uid: string): void {
    const row = this.#pods.get(uid);
    if (!row) return;
    this.#pods.delete(uid);
    this.#podUsage.delete(uid);
    const names = this.#uids.get(row.namespace);
    if (names?.get(row.name) === uid) names.delete(row.name);
    if (names?.size === 0) this.#uids.delete(row.namespace);
    this.#markChanged('pods', uid);
  }

  putNode(row: NodeRow): void {
    if (isDeepStrictEqual(this.#nodes.get(row.name), row)) return;
    this.#nodes.set(row.name, row);
    this.#markChanged('nodes', row.name);
  }

  removeNode(name: string): void {
    if (!this.#nodes.delete(name)) return;
    this.#nodeUsage.delete(name);
    this.#markChanged('nodes', name);
  }

  /** Sets a pod's usage by namespace and name; ignored if the pod is unknown (so far). */
  putPodUsage(namespace: string, name: string, usage: (uid: string) => UsageRow | null): void {
    const uid = this.#uids.get(namespace)?.get(name);
    const row = uid === undefined ? null : usage(uid);
    if (!row || isSame(this.#podUsage.get(row[0]), row)) return;
    this.#podUsage.set(row[0], row);
    this.#markChanged('podUsage', row[0]);
  }

  putNodeUsage(row: UsageRow): void {
    const [name] = row;
    if (!this.#nodes.has(name)) return;
    if (isSame(this.#nodeUsage.get(name), row)) return;
    this.#nodeUsage.set(name, row);
    this.#markChanged('nodeUsage', name);
  }

  /** Removes usage that is no longer measured, because it says nothing about now. */
  retainUsage(nodes: ReadonlySet<string>, pods: ReadonlySet<string>): void {
    for (const name of this.#nodeUsage.keys()) if (!nodes.has(name)) this.#dropUsage('nodeUsage', name);
    for (const uid of this.#podUsage.keys()) if (!pods.has(uid)) this.#dropUsage('podUsage', uid);
  }

  #dropUsage(kind: 'nodeUsage' | 'podUsage', key: string): void {
    (kind === 'nodeUsage' ? this.#nodeUsage : this.#podUsage).delete(key);
    this.#markChanged(kind, key);
  }

  /** Calls the listener with every change from now on. @returns a function that removes it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /**
   * The whole state. Its parts are encoded in separate turns, so that no other work waits for all of them, and may
   * therefore be of different moments. Rows replace each other, so applying the changes after `sequence` gives the
   * current state.
   */
  snapshot(): Promise<Snapshot> {
    const latest = this.#snapshot;
    if (latest && this.log.since(latest.sequence) !== null) return latest.made;
    this.flush();
    const { sequence } = this.log;
    const made = this.#makeSnapshot(sequence);
    this.#snapshot = { sequence, made };
    return made;
  }

  async #makeSnapshot(sequence: number): Promise<Snapshot> {
    const lines = [this.#line({ reset: true, feed: this.#feed })];
    for (const part of chunks(this.#nodes.values())) lines.push(this.#line({ nodes: part }));
    for (const part of chunks(this.#nodeUsage.values(), USAGES_PER_LINE)) lines.push(this.#line({ nodeUsage: part }));
    for (const part of chunks(this.#pods.values())) {
      // A few pods are sent as rows, which have no field for usage.
      const podUsage = split(
        this.#podUsage,
        part.map((pod) => pod.uid),
      ).rows;
      const pods = podsPart(part, (uid) => this.#podUsage.get(uid));
      lines.push(this.#line({ ...pods, ...(pods.pods && podUsage.length > 0 ? { podUsage } : {}) }));
      await nextTurn();
    }
    lines.push(this.#line({ cursor: this.log.cursor(sequence) }));
    if (this.#snapshotTimer) clearTimeout(this.#snapshotTimer);
    this.#snapshotTimer = setTimeout(() => {
      this.#snapshot = null;
    }, SNAPSHOT_LIFETIME_MS).unref();
    return { sequence, lines };
  }

  /** Sends the batched changes now. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { pods, nodes, podUsage, nodeUsage } = this.#changed;
    for (const part of chunks(nodes)) {
      const { rows, gone } = split(this.#nodes, part);
      this.#publish({ ...(rows.length > 0 && { nodes: rows }), ...(gone.length > 0 && { goneNodes: gone }) });
    }
    for (const part of chunks(pods)) {
      const { rows, gone } = split(this.#pods, part);
      const packed = podsPart(rows, (uid) => this.#podUsage.get(uid));
      this.#publish({ ...packed, ...(gone.length > 0 && { gonePods: gone }) });
    }
    for (const part of chunks(nodeUsage, USAGES_PER_LINE)) {
      const { rows, gone } = split(this.#nodeUsage, part);
      this.#publish({ ...(rows.length > 0 && { nodeUsage: rows }), ...(gone.length > 0 && { goneNodeUsage: gone }) });
    }
    for (const part of chunks(podUsage, USAGES_PER_LINE)) {
      const { rows, gone } = split(this.#podUsage, part);
      this.#publish({ ...(rows.length > 0 && { podUsage: rows }), ...(gone.length > 0 && { gonePodUsage: gone }) });
    }
    if (this.#feedChanged) this.#publish({ feed: this.#feed });
    this.#feedChanged = false;
    for (const changed of Object.values(this.#changed)) changed.clear();
  }

  /** A heartbeat with the age of the state; not a change, so it has no position. */
  heartbeat(): Buffer {
    return this.#line({ feed: this.#feed });
  }

  stop(): void {
    for (const timer of [this.#timer, this.#snapshotTimer]) if (timer) clearTimeout(timer);
    this.#timer = null;
  }

  #markChanged(kind: ChangedKind, key: string): void {
    this.#changed[kind].add(key);
    this.#scheduleFlush();
  }

  #scheduleFlush(): void {
    this.#timer ??= setTimeout(() => this.flush(), BATCH_DELAY_MS);
  }

  #line(update: Omit<ClusterUpdate, 'atMs'>): Buffer {
    return encodeLine({ atMs: this.#nowMs(), ...update });
  }

  #publish(update: Omit<ClusterUpdate, 'atMs' | 'cursor'>): void {
    const { sequence, line } = this.log.append((cursor) => this.#line({ cursor, ...update }));
    for (const listener of this.#listeners) listener(sequence, line);
  }
}

function* chunks<T>(all: Iterable<T>, size = ROWS_PER_LINE): Iterable<T[]> {
  let part: T[] = [];
  for (const item of all) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** The rows of these keys, and the keys without a row (any more). */
function split<Row>(all: ReadonlyMap<string, Row>, keys: readonly string[]): { rows: Row[]; gone: string[] } {
  const rows: Row[] = [];
  const gone: string[] = [];
  for (const key of keys) {
    const row = all.get(key);
    if (row === undefined) gone.push(key);
    else rows.push(row);
  }
  return { rows, gone };
}

function isSame(before: UsageRow | undefined, after: UsageRow): boolean {
  return before !== undefined && before[1] === after[1] && before[2] === after[2];
}
