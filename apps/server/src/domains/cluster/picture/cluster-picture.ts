import { randomUUID } from 'node:crypto';
import type { ClusterFeed, ClusterUpdate } from '@switchyard/contracts/cluster';
import type { NodeRow, PodRow, UsageRow } from '@switchyard/contracts/cluster-rows';
import { ChangeLog } from './change-log.ts';
import { MemoryGrowth } from './memory-growth.ts';

/** Changes are gathered this long before they are told: far below the 250 ms that the contract allows, far above one event. */
const GATHER_MS = 80;
/** Rows on one line: a browser parses a line in a few milliseconds. */
const ROWS_A_LINE = 500;

interface Kept<Row> {
  row: Row;
  json: string;
}

type ChangedKind = 'pods' | 'nodes' | 'podUsage' | 'nodeUsage';

export type Listener = (sequence: number, line: string) => void;

/** What is known of the cluster, as rows, and the order of its changes. It knows nothing of Kubernetes or HTTP. */
export class ClusterPicture {
  readonly log = new ChangeLog(randomUUID().slice(0, 8));
  readonly #nowMs: () => number;
  readonly #pods = new Map<string, Kept<PodRow>>();
  readonly #nodes = new Map<string, Kept<NodeRow>>();
  readonly #uidByName = new Map<string, string>();
  readonly #podUsage = new Map<string, UsageRow>();
  readonly #nodeUsage = new Map<string, UsageRow>();
  readonly #growth = new Map<string, { samples: MemoryGrowth; perMinute: number | null }>();
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
  #snapshot: { sequence: number; lines: string[] } | null = null;

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
    this.#gather();
  }

  *pods(): Iterable<PodRow> {
    for (const { row } of this.#pods.values()) yield row;
  }

  *nodes(): Iterable<NodeRow> {
    for (const { row } of this.#nodes.values()) yield row;
  }

  node(name: string): NodeRow | undefined {
    return this.#nodes.get(name)?.row;
  }

  podNamed(namespace: string, name: string): PodRow | undefined {
    const uid = this.#uidByName.get(`${namespace}/${name}`);
    return uid === undefined ? undefined : this.#pods.get(uid)?.row;
  }

  hasPod(uid: string): boolean {
    return this.#pods.has(uid);
  }

  podUsage(uid: string): UsageRow | undefined {
    return this.#podUsage.get(uid);
  }

  nodeUsage(name: string): UsageRow | undefined {
    return this.#nodeUsage.get(name);
  }

  nodeGrowth(name: string): number | null {
    return this.#growth.get(name)?.perMinute ?? null;
  }

  putPod(row: PodRow): void {
    const json = JSON.stringify(row);
    if (this.#pods.get(row.uid)?.json === json) return;
    this.#pods.set(row.uid, { row, json });
    this.#uidByName.set(`${row.namespace}/${row.name}`, row.uid);
    this.#note('pods', row.uid);
  }

  removePod(uid: string): void {
    const kept = this.#pods.get(uid);
    if (!kept) return;
    this.#pods.delete(uid);
    this.#podUsage.delete(uid);
    const name = `${kept.row.namespace}/${kept.row.name}`;
    if (this.#uidByName.get(name) === uid) this.#uidByName.delete(name);
    this.#note('pods', uid);
  }

  putNode(row: NodeRow): void {
    const json = JSON.stringify(row);
    if (this.#nodes.get(row.name)?.json === json) return;
    this.#nodes.set(row.name, { row, json });
    this.#note('nodes', row.name);
  }

  removeNode(name: string): void {
    if (!this.#nodes.delete(name)) return;
    this.#nodeUsage.delete(name);
    this.#growth.delete(name);
    this.#note('nodes', name);
  }

  /** Usage of pods by namespace and name; of pods that are not known (yet) it is dropped. */
  putPodUsage(namespace: string, name: string, usage: (uid: string) => UsageRow | null): void {
    const uid = this.#uidByName.get(`${namespace}/${name}`);
    const row = uid === undefined ? null : usage(uid);
    if (!row || isSame(this.#podUsage.get(row[0]), row)) return;
    this.#podUsage.set(row[0], row);
    this.#note('podUsage', row[0]);
  }

  putNodeUsage(row: UsageRow): void {
    const [name, , bytes] = row;
    if (!this.#nodes.has(name)) return;
    const growth = this.#growth.get(name) ?? { samples: new MemoryGrowth(), perMinute: null };
    growth.samples.add(this.#nowMs(), bytes);
    growth.perMinute = growth.samples.perMinute();
    this.#growth.set(name, growth);
    if (isSame(this.#nodeUsage.get(name), row)) return;
    this.#nodeUsage.set(name, row);
    this.#note('nodeUsage', name);
  }

  /** Told every change from now on. @returns ends it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** The whole picture as lines, and the place in the order that they stand for. Made once for all who ask at the same place. */
  snapshot(): { sequence: number; lines: readonly string[] } {
    this.flush();
    if (this.#snapshot?.sequence === this.log.sequence) return this.#snapshot;
    const lines = [this.#line({ reset: true, feed: this.#feed })];
    for (const part of chunks([...this.#nodes.values()])) lines.push(this.#rowsLine('nodes', part));
    for (const part of chunks([...this.#pods.values()])) lines.push(this.#rowsLine('pods', part));
    for (const part of chunks([...this.#nodeUsage.values()], ROWS_A_LINE * 4))
      lines.push(this.#line({ nodeUsage: part }));
    for (const part of chunks([...this.#podUsage.values()], ROWS_A_LINE * 4))
      lines.push(this.#line({ podUsage: part }));
    lines.push(this.#line({ nodeGrowth: this.#growthOf(this.#nodes.keys()), cursor: this.log.cursor() }));
    this.#snapshot = { sequence: this.log.sequence, lines };
    return this.#snapshot;
  }

  /** Tells the gathered changes now. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { pods, nodes, podUsage, nodeUsage } = this.#changed;
    for (const part of chunks([...nodes])) this.#tellRows('nodes', 'goneNodes', this.#nodes, part);
    for (const part of chunks([...pods])) this.#tellRows('pods', 'gonePods', this.#pods, part);
    for (const part of chunks([...nodeUsage], ROWS_A_LINE * 4)) {
      this.#tell({ nodeUsage: present(this.#nodeUsage, part), nodeGrowth: this.#growthOf(part) });
    }
    for (const part of chunks([...podUsage], ROWS_A_LINE * 4)) this.#tell({ podUsage: present(this.#podUsage, part) });
    if (this.#feedChanged) this.#tell({ feed: this.#feed });
    this.#feedChanged = false;
    for (const changed of Object.values(this.#changed)) changed.clear();
  }

  /** A sign of life with the age of the picture; not a change, so it has no place in the order. */
  heartbeat(): string {
    return this.#line({ feed: this.#feed });
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #note(kind: ChangedKind, key: string): void {
    this.#changed[kind].add(key);
    this.#gather();
  }

  #gather(): void {
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  #growthOf(names: Iterable<string>): [string, number][] {
    const found: [string, number][] = [];
    for (const name of names) {
      const perMinute = this.nodeGrowth(name);
      if (perMinute !== null) found.push([name, perMinute]);
    }
    return found;
  }

  #line(update: Omit<ClusterUpdate, 'atMs'>): string {
    return `${JSON.stringify({ atMs: this.#nowMs(), ...update })}\n`;
  }

  #rowsLine<Row>(kind: 'pods' | 'nodes', kept: readonly Kept<Row>[], rest = ''): string {
    return `{"atMs":${this.#nowMs()}${rest},"${kind}":[${kept.map((one) => one.json).join(',')}]}\n`;
  }

  #tellRows<Row>(kind: 'pods' | 'nodes', goneKind: string, rows: ReadonlyMap<string, Kept<Row>>, keys: string[]): void {
    const gone = keys.filter((key) => !rows.has(key));
    const goneJson = gone.length > 0 ? `,"${goneKind}":${JSON.stringify(gone)}` : '';
    const kept = present(rows, keys);
    this.#publish((cursor) => this.#rowsLine(kind, kept, `,"cursor":"${cursor}"${goneJson}`));
  }

  #tell(update: Omit<ClusterUpdate, 'atMs' | 'cursor'>): void {
    this.#publish((cursor) => this.#line({ cursor, ...update }));
  }

  #publish(encode: (cursor: string) => string): void {
    const { sequence, line } = this.log.append(encode);
    this.#snapshot = null;
    for (const listener of this.#listeners) listener(sequence, line);
  }
}

function* chunks<T>(all: T[], size = ROWS_A_LINE): Iterable<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

function present<T>(all: ReadonlyMap<string, T>, keys: readonly string[]): T[] {
  return keys.flatMap((key) => {
    const one = all.get(key);
    return one === undefined ? [] : [one];
  });
}

function isSame(one: UsageRow | undefined, other: UsageRow): boolean {
  return one !== undefined && one[1] === other[1] && one[2] === other[2];
}
