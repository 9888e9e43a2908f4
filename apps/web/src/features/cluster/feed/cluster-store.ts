import type { ClusterFeed, ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { unpackPods } from '@switchyard/contracts/cluster/pack-pods';
import type { NodeRow, PodRow, UsageRow } from '@switchyard/contracts/cluster/rows';

/** A pod with its usage; the same object until one of the two changes, so that a row is drawn again only then. */
export interface PodView {
  pod: PodRow;
  /** Null: not measured (yet). */
  millicores: number | null;
  memoryBytes: number | null;
}

/**
 * Changes of pods that are remembered for those who keep something in step with them; whoever is further behind starts
 * anew.
 */
const MAX_CHANGES = 60_000;

/** The server sends a sign of life every 5 s; silence three times as long means a dead connection. */
export const SILENCE_MS = 15_000;

export interface NodeView {
  node: NodeRow;
  millicores: number | null;
  memoryBytes: number | null;
}

/** Usage, or that there is none known any more. */
type Measured = UsageRow | [key: string, millicores: null, memoryBytes: null];

/**
 * The cluster as this page knows it. Every event costs the same however large the cluster is; listeners are told once a
 * frame.
 */
export class ClusterStore {
  readonly #schedule: (tell: () => void) => void;
  readonly #listeners = new Set<() => void>();
  readonly #pods = new Map<string, PodView>();
  readonly #nodes = new Map<string, NodeView>();
  readonly #podsByNode = new Map<string, Set<string>>();
  readonly #uidsByName = new Map<string, readonly string[]>();
  readonly #countByStatus = new Map<string, number>();
  /** Uids of pods that came, changed or went, in this order. */
  #changes: string[] = [];
  /** Place of the first of them. */
  #changesFrom = 0;
  #feed: ClusterFeed | null = null;
  #cursor: string | null = null;
  #heardAtMs: number | null = null;
  #clockAheadMs = 0;
  #isComplete = false;
  #isTelling = false;
  #version = 0;
  #failure: string | null = null;

  /** @param schedule runs a function before the next frame; tests run it at once */
  constructor(schedule: (tell: () => void) => void = (tell) => void requestAnimationFrame(tell)) {
    this.#schedule = schedule;
  }

  get feed(): ClusterFeed | null {
    return this.#feed;
  }
  /** To resume from after a lost connection; null: from the beginning. */
  get cursor(): string | null {
    return this.#cursor;
  }
  /** A first whole snapshot has arrived. */
  get isComplete(): boolean {
    return this.#isComplete;
  }
  /** Whether the server has ever read this list; an empty one is then truly empty. */
  isKnown(kind: 'pods' | 'nodes'): boolean {
    return this.#isComplete && this.#feed !== null && this.#feed[kind].state !== 'unavailable';
  }
  /** Rises with every change that listeners are told of. */
  get version(): number {
    return this.#version;
  }
  /** Why the stream is down, in words; null while it is up. */
  get failure(): string | null {
    return this.#failure;
  }
  get heardAtMs(): number | null {
    return this.#heardAtMs;
  }
  get clockAheadMs(): number {
    return this.#clockAheadMs;
  }
  /** The server's clock now, as far as it can be told. */
  serverNowMs(nowMs: number): number {
    return nowMs + this.#clockAheadMs;
  }
  get podCount(): number {
    return this.#pods.size;
  }
  get nodeCount(): number {
    return this.#nodes.size;
  }
  countOf(status: string): number {
    return this.#countByStatus.get(status) ?? 0;
  }
  get countByStatus(): ReadonlyMap<string, number> {
    return this.#countByStatus;
  }
  pods(): IterableIterator<PodView> {
    return this.#pods.values();
  }
  nodes(): IterableIterator<NodeView> {
    return this.#nodes.values();
  }
  pod(uid: string): PodView | undefined {
    return this.#pods.get(uid);
  }
  node(name: string): NodeView | undefined {
    return this.#nodes.get(name);
  }
  podsOn(nodeName: string): ReadonlySet<string> {
    return this.#podsByNode.get(nodeName) ?? NONE;
  }
  hasPodNamed(name: string): boolean {
    return this.#uidsByName.has(name);
  }
  /** Usually one; two while a pod ends that was made again under its name. */
  podsNamed(name: string): readonly string[] {
    return this.#uidsByName.get(name) ?? [];
  }
  /** The place after the last change of a pod. */
  get changesUntil(): number {
    return this.#changesFrom + this.#changes.length;
  }
  /** Pods that came, changed or went since a place; null: that is not known any more. */
  changedPodsSince(place: number): ReadonlySet<string> | null {
    return place < this.#changesFrom ? null : new Set(this.#changes.slice(place - this.#changesFrom));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether the stream tells every change: nothing need be asked for then. */
  isStreaming(nowMs: number): boolean {
    const { heardAtMs } = this;
    return this.#cursor !== null && this.#failure === null && heardAtMs !== null && nowMs - heardAtMs < SILENCE_MS;
  }

  /** Takes one line of the stream. */
  apply(update: ClusterUpdate, nowMs: number): void {
    this.#take(update, nowMs);
    if (update.cursor !== undefined) {
      this.#cursor = update.cursor;
      this.#isComplete = true;
    }
    this.#failure = null;
    this.#tell();
  }

  /**
   * Takes what a call has answered while there is no stream: it is all there is, and the stream begins anew after it.
   */
  replace(update: Omit<ClusterUpdate, 'cursor'>, nowMs: number): void {
    this.#take({ ...update, reset: true }, nowMs);
    this.#isComplete = true;
    this.#tell();
  }

  #take(update: ClusterUpdate, nowMs: number): void {
    if (update.reset) this.#forget();
    for (const row of update.nodes ?? []) this.#putNode(row);
    for (const name of update.goneNodes ?? []) this.#nodes.delete(name);
    for (const row of update.pods ?? []) this.#putPod(row);
    for (const view of update.packedPods ? unpackPods(update.packedPods) : []) this.#putView(view);
    for (const uid of update.gonePods ?? []) this.#removePod(uid);
    for (const usage of update.nodeUsage ?? []) this.#measureNode(usage);
    for (const usage of update.podUsage ?? []) this.#measurePod(usage);
    for (const name of update.goneNodeUsage ?? []) this.#measureNode([name, null, null]);
    for (const uid of update.gonePodUsage ?? []) this.#measurePod([uid, null, null]);
    if (update.feed) this.#feed = update.feed;
    this.#heardAtMs = nowMs;
    this.#clockAheadMs = update.atMs - nowMs;
  }

  /** The stream broke; what is known stays, and grows older in sight. */
  fail(reason: string): void {
    this.#failure = reason;
    this.#tell();
  }

  #forget(): void {
    this.#isComplete = false;
    this.#cursor = null;
    this.#pods.clear();
    this.#nodes.clear();
    this.#podsByNode.clear();
    this.#uidsByName.clear();
    this.#countByStatus.clear();
    this.#forgetChanges();
  }

  #putNode(node: NodeRow): void {
    const before = this.#nodes.get(node.name);
    // Which pods a list shows may depend on it.
    if (before?.node.type !== node.type) this.#forgetChanges();
    // What was measured of one that has had its name says nothing of it.
    const { millicores = null, memoryBytes = null } = (before?.node.uid === node.uid && before) || {};
    this.#nodes.set(node.name, { node, millicores, memoryBytes });
  }

  #putPod(pod: PodRow): void {
    const { millicores = null, memoryBytes = null } = this.#pods.get(pod.uid) ?? {};
    this.#putView({ pod, millicores, memoryBytes });
  }

  #putView(view: PodView): void {
    const { pod } = view;
    const before = this.#pods.get(pod.uid);
    if (before) this.#uncount(before.pod);
    this.#pods.set(pod.uid, view);
    add(this.#countByStatus, pod.status, 1);
    this.#uidsByName.set(pod.name, [...this.podsNamed(pod.name), pod.uid]);
    const onNode = this.#podsByNode.get(pod.nodeName) ?? new Set();
    onNode.add(pod.uid);
    this.#podsByNode.set(pod.nodeName, onNode);
    this.#noteChange(pod.uid);
  }

  #removePod(uid: string): void {
    const before = this.#pods.get(uid);
    if (!before) return;
    this.#uncount(before.pod);
    this.#pods.delete(uid);
    this.#noteChange(uid);
  }

  #uncount(pod: PodRow): void {
    add(this.#countByStatus, pod.status, -1);
    const namesakes = this.podsNamed(pod.name).filter((uid) => uid !== pod.uid);
    if (namesakes.length > 0) this.#uidsByName.set(pod.name, namesakes);
    else this.#uidsByName.delete(pod.name);
    this.#podsByNode.get(pod.nodeName)?.delete(pod.uid);
  }

  #measureNode([name, millicores, memoryBytes]: Measured): void {
    const view = this.#nodes.get(name);
    if (view) this.#nodes.set(name, { ...view, millicores, memoryBytes });
  }

  #measurePod([uid, millicores, memoryBytes]: Measured): void {
    const view = this.#pods.get(uid);
    if (!view) return;
    this.#pods.set(uid, { pod: view.pod, millicores, memoryBytes });
    this.#noteChange(uid);
  }

  #noteChange(uid: string): void {
    this.#changes.push(uid);
    if (this.#changes.length <= MAX_CHANGES) return;
    const dropped = Math.floor(this.#changes.length / 2);
    this.#changes = this.#changes.slice(dropped);
    this.#changesFrom += dropped;
  }

  /** One place further than all there were, so that everybody starts anew. */
  #forgetChanges(): void {
    this.#changesFrom = this.changesUntil + 1;
    this.#changes = [];
  }

  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#schedule(() => {
      this.#isTelling = false;
      this.#version += 1;
      for (const listener of this.#listeners) listener();
    });
  }
}

const NONE: ReadonlySet<string> = new Set();

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
