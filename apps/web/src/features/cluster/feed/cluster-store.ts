import type { ClusterFeed, ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { unpackPods } from '@switchyard/contracts/cluster/pack-pods';
import type { NodeRow, PodRow, UsageRow } from '@switchyard/contracts/cluster/rows';

/** A pod with its usage; the same object until one of the two changes, so that its row is rendered only then. */
export interface PodView {
  pod: PodRow;
  /** Null while not measured. */
  millicores: number | null;
  memoryBytes: number | null;
}

/** Number of pod changes remembered for dependants that follow the store; one that is further behind starts over. */
const MAX_CHANGES = 60_000;

/** The server sends a heartbeat every 5 s; three missed ones mean a dead connection. */
export const SILENCE_MS = 15_000;

export interface NodeView {
  node: NodeRow;
  millicores: number | null;
  memoryBytes: number | null;
}

/** Usage, or nulls once it is unknown. */
type UsageMeasurement = UsageRow | [key: string, millicores: null, memoryBytes: null];

/**
 * The state of the cluster known to this page. Every event costs the same however large the cluster is; listeners are
 * notified once per frame.
 */
export class ClusterStore {
  readonly #schedule: (notify: () => void) => void;
  readonly #listeners = new Set<() => void>();
  readonly #pods = new Map<string, PodView>();
  readonly #nodes = new Map<string, NodeView>();
  readonly #podsByNode = new Map<string, Set<string>>();
  readonly #uidsByName = new Map<string, readonly string[]>();
  readonly #countByStatus = new Map<string, number>();
  /** Uids of pods that were added, changed or removed, in order. */
  #changes: string[] = [];
  /** Position of the first of them. */
  #changesFrom = 0;
  #feed: ClusterFeed | null = null;
  #cursor: string | null = null;
  #lastMessageAtMs: number | null = null;
  #clockAheadMs = 0;
  #isComplete = false;
  #isNotifying = false;
  #version = 0;
  #failure: string | null = null;

  /** @param schedule runs a function before the next frame; tests run it at once */
  constructor(schedule: (notify: () => void) => void = (notify) => void requestAnimationFrame(notify)) {
    this.#schedule = schedule;
  }

  get feed(): ClusterFeed | null {
    return this.#feed;
  }
  /** Where to resume after a lost connection; null: from the beginning. */
  get cursor(): string | null {
    return this.#cursor;
  }
  /** The first full snapshot has arrived. */
  get isComplete(): boolean {
    return this.#isComplete;
  }
  /** Whether the server has ever read this list; an empty one is then truly empty. */
  isKnown(kind: 'pods' | 'nodes'): boolean {
    return this.#isComplete && this.#feed !== null && this.#feed[kind].state !== 'unavailable';
  }
  /** Increases with every change of which listeners are notified. */
  get version(): number {
    return this.#version;
  }
  /** Why the stream is down, as a message; null while it is up. */
  get failure(): string | null {
    return this.#failure;
  }
  get lastMessageAtMs(): number | null {
    return this.#lastMessageAtMs;
  }
  get clockAheadMs(): number {
    return this.#clockAheadMs;
  }
  /** The server's current time, as far as it is known. */
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
  /** Usually one; two while a pod that was recreated under its name still ends. */
  podsNamed(name: string): readonly string[] {
    return this.#uidsByName.get(name) ?? [];
  }
  /** Position after the last change of a pod. */
  get changesUntil(): number {
    return this.#changesFrom + this.#changes.length;
  }
  /** Pods added, changed or removed since a position; null if that is no longer known. */
  changedPodsSince(place: number): ReadonlySet<string> | null {
    return place < this.#changesFrom ? null : new Set(this.#changes.slice(place - this.#changesFrom));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether the stream delivers every change, so that nothing has to be polled. */
  isStreaming(nowMs: number): boolean {
    const { lastMessageAtMs } = this;
    return (
      this.#cursor !== null &&
      this.#failure === null &&
      lastMessageAtMs !== null &&
      nowMs - lastMessageAtMs < SILENCE_MS
    );
  }

  /** Applies one line of the stream. */
  apply(update: ClusterUpdate, nowMs: number): void {
    this.#merge(update, nowMs);
    if (update.cursor !== undefined) {
      this.#cursor = update.cursor;
      this.#isComplete = true;
    }
    this.#failure = null;
    this.#notify();
  }

  /**
   * Applies the response of a call while there is no stream: it replaces everything, and the stream starts over
   * afterwards.
   */
  replace(update: Omit<ClusterUpdate, 'cursor'>, nowMs: number): void {
    this.#merge({ ...update, reset: true }, nowMs);
    this.#isComplete = true;
    this.#notify();
  }

  #merge(update: ClusterUpdate, nowMs: number): void {
    if (update.reset) this.#reset();
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
    this.#lastMessageAtMs = nowMs;
    this.#clockAheadMs = update.atMs - nowMs;
  }

  /** The stream broke; the known state stays, and its age is shown. */
  fail(reason: string): void {
    this.#failure = reason;
    this.#notify();
  }

  #reset(): void {
    this.#isComplete = false;
    this.#cursor = null;
    this.#pods.clear();
    this.#nodes.clear();
    this.#podsByNode.clear();
    this.#uidsByName.clear();
    this.#countByStatus.clear();
    this.#discardChanges();
  }

  #putNode(node: NodeRow): void {
    const before = this.#nodes.get(node.name);
    // Which pods a list shows may depend on it.
    if (before?.node.type !== node.type) this.#discardChanges();
    // Usage measured for another node of the same name does not apply.
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
    this.#recordChange(pod.uid);
  }

  #removePod(uid: string): void {
    const before = this.#pods.get(uid);
    if (!before) return;
    this.#uncount(before.pod);
    this.#pods.delete(uid);
    this.#recordChange(uid);
  }

  #uncount(pod: PodRow): void {
    add(this.#countByStatus, pod.status, -1);
    const namesakes = this.podsNamed(pod.name).filter((uid) => uid !== pod.uid);
    if (namesakes.length > 0) this.#uidsByName.set(pod.name, namesakes);
    else this.#uidsByName.delete(pod.name);
    this.#podsByNode.get(pod.nodeName)?.delete(pod.uid);
  }

  #measureNode([name, millicores, memoryBytes]: UsageMeasurement): void {
    const view = this.#nodes.get(name);
    if (view) this.#nodes.set(name, { ...view, millicores, memoryBytes });
  }

  #measurePod([uid, millicores, memoryBytes]: UsageMeasurement): void {
    const view = this.#pods.get(uid);
    if (!view) return;
    this.#pods.set(uid, { pod: view.pod, millicores, memoryBytes });
    this.#recordChange(uid);
  }

  #recordChange(uid: string): void {
    this.#changes.push(uid);
    if (this.#changes.length <= MAX_CHANGES) return;
    const dropped = Math.floor(this.#changes.length / 2);
    this.#changes = this.#changes.slice(dropped);
    this.#changesFrom += dropped;
  }

  /** Moves one position past all changes, so that every dependant starts over. */
  #discardChanges(): void {
    this.#changesFrom = this.changesUntil + 1;
    this.#changes = [];
  }

  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    this.#schedule(() => {
      this.#isNotifying = false;
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
