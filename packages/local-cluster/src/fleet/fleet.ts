import type { Clock } from '../clock.ts';
import type { EventRecorder } from '../events.ts';
import type { LogQuery } from '../kubelet/read-log.ts';
import { kubernetesTime } from '../kubernetes/objects.ts';
import type { Measurement, MetricsSource } from '../metrics.ts';
import type { ObjectStore, StoreEvent } from '../store/object-store.ts';
import { fleetLog } from './fleet-log.ts';
import { FleetNode, type NodeHealth } from './fleet-node.ts';
import type { FleetOptions } from './fleet-options.ts';
import { FleetPod, type PodState } from './fleet-pod.ts';
import { IndexedSet } from './indexed-set.ts';
import type { PodCondition } from './pod-condition.ts';
import { firstState, newPod, placeNodes } from './population.ts';
import { Random } from './random.ts';

const TICK_MS = 100;
const PRESSURE_CHECK_MS = 5_000;
const NODE_TROUBLE_MS = 30_000;
const DAY_MS = 86_400_000;
const METRICS_WINDOW_MS = 15_000;
/** About so many pods are not well at any time. */
const TROUBLED_SHARE = 0.08;
/** A node whose pods use more of its allocatable memory than this evicts one; below the second it is well again. */
const EVICT_ABOVE = 0.97;
const WELL_BELOW = 0.93;

/** What may befall a running pod; `deletion`: somebody rolls it over. */
const MISHAPS: Readonly<Partial<Record<PodCondition | 'deletion', number>>> = {
  unready: 50,
  'crash-loop': 12,
  'out-of-memory': 4,
  error: 5,
  completed: 5,
  'container-unknown': 2,
  evicted: 2,
  failed: 1,
  'node-lost': 1,
  deletion: 18,
};

/**
 * A simulated fleet in the store of a local cluster: nodes and pods that look like a large cluster of engines and live like one, at a set pace, the same
 * for the same seed. Pods are small records that build whole objects when somebody looks at them.
 */
export class Fleet implements MetricsSource {
  readonly options: FleetOptions;
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #events: EventRecorder;
  readonly #random: Random;
  readonly #pods = new Map<string, FleetPod>();
  readonly #nodes = new Map<string, { node: FleetNode; hot: boolean; pods: Set<string> }>();
  readonly #well = new IndexedSet<string>();
  readonly #troubled = new IndexedSet<string>();
  readonly #cancels = new Set<() => void>();
  #stopWatching: () => void = () => undefined;
  #serial = 0;
  #owed = 0;
  #running = false;

  constructor(options: FleetOptions, store: ObjectStore, clock: Clock, events: EventRecorder) {
    this.options = options;
    this.#store = store;
    this.#clock = clock;
    this.#events = events;
    this.#random = new Random(options.seed);
  }

  start(): void {
    const nowMs = this.#clock.now();
    this.#running = true;
    for (const { node, hot, podCount } of placeNodes(this.options, this.#random, nowMs)) {
      this.#nodes.set(node.name, { node, hot, pods: new Set() });
      this.#putNode(node.name, node);
      for (let count = 0; count < podCount; count++) {
        const createdAtMs = nowMs - Math.floor(this.#random.next() ** 3 * 20 * DAY_MS) - 1_000;
        const facts = newPod({ node: node.facts, hot }, this.options, this.#random, this.#serial++, createdAtMs);
        this.#put(new FleetPod(facts, 0, firstState(facts, this.#random, nowMs)));
      }
    }
    this.#stopWatching = this.#store.watch('pods', this.#store.version, (event) => this.#follow(event));
    this.#every(TICK_MS, () => this.#tick());
    this.#every(PRESSURE_CHECK_MS, () => this.#checkMemory());
    this.#every(NODE_TROUBLE_MS, () => this.#troubleNode());
  }

  /** Nothing happens in it any more; what there is stays to be seen. */
  halt(): void {
    this.#running = false;
    this.#stopWatching();
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  /** Takes the whole fleet out of the cluster again. */
  remove(): void {
    this.halt();
    for (const { namespace, name } of this.#pods.values()) this.#store.remove('pods', namespace, name);
    for (const name of this.#nodes.keys()) this.#store.remove('nodes', '', name);
    this.#pods.clear();
    this.#nodes.clear();
  }

  hasNode(name: string): boolean {
    return this.#nodes.has(name);
  }

  /** The log of a container of one of our pods; undefined when the pod is not ours. */
  log(name: string, container: string, previous: boolean, query: LogQuery, signal: AbortSignal) {
    const pod = this.#pods.get(name);
    if (!pod) return undefined;
    const at = pod.facts.workload.containers.findIndex((one) => one.name === container);
    return fleetLog(pod, at, previous, query, this.#clock, signal);
  }

  *nodes(): Iterable<Measurement> {
    const nowMs = this.#clock.now();
    for (const { node, pods } of this.#nodes.values()) {
      if (node.health === 'silent') continue;
      let memoryBytes = node.facts.systemBytes;
      let millicores = 80;
      for (const name of pods) {
        memoryBytes += this.#pods.get(name)?.memoryBytes(nowMs) ?? 0;
        millicores += this.#pods.get(name)?.millicores(nowMs) ?? 0;
      }
      // What pods claim together can be more than there is; what a machine uses cannot.
      const usage = { memoryBytes: Math.min(memoryBytes, node.facts.machine.memoryBytes), nanocores: millicores * 1e6 };
      yield { metadata: { name: node.name }, atMs: nowMs, windowMs: METRICS_WINDOW_MS, usage };
    }
  }

  *pods(): Iterable<Measurement> {
    const nowMs = this.#clock.now();
    for (const pod of this.#pods.values()) {
      if (!pod.isRunning || this.#nodes.get(pod.facts.node.name)?.node.health === 'silent') continue;
      const { name, namespace, facts } = pod;
      const names = facts.workload.containers.slice(0, facts.containerCount);
      // Sidecars are small; the first container is what the pod is about.
      const sidecars = names.slice(1).map((one) => ({
        name: one.name,
        usage: { memoryBytes: 24 * 1024 ** 2, nanocores: 3e6 },
      }));
      const memoryBytes = pod.memoryBytes(nowMs) - sidecars.length * 24 * 1024 ** 2;
      const nanocores = Math.max(1e6, pod.millicores(nowMs) * 1e6 - sidecars.length * 3e6);
      const containers = [{ name: names[0]?.name ?? '', usage: { memoryBytes, nanocores } }, ...sidecars];
      const labels = { 'app.kubernetes.io/name': facts.workload.app };
      yield { metadata: { name, namespace, labels }, atMs: nowMs, windowMs: METRICS_WINDOW_MS, containers };
    }
  }

  #every(periodMs: number, action: () => void): void {
    this.#after(periodMs, () => {
      action();
      if (this.#running) this.#every(periodMs, action);
    });
  }

  #after(delayMs: number, action: () => void): void {
    const cancel = this.#clock.after(delayMs, () => {
      this.#cancels.delete(cancel);
      action();
    });
    this.#cancels.add(cancel);
  }

  #tick(): void {
    this.#owed += (this.options.changesPerSecond * TICK_MS) / 1_000;
    while (this.#owed >= 1) {
      const before = this.#store.version;
      this.#changeSomething();
      this.#owed -= Math.max(1, this.#store.version - before);
    }
  }

  #changeSomething(): void {
    const wanted = Math.max(1, this.#pods.size * TROUBLED_SHARE);
    const mend = this.#random.next() < Math.min(0.9, Math.max(0.1, this.#troubled.size / wanted / 2));
    const set = mend ? this.#troubled : this.#well;
    const name = set.at(this.#random.below(Math.max(1, set.size)));
    const pod = name === undefined ? undefined : this.#pods.get(name);
    if (!pod) return;
    if (mend) this.#mend(pod);
    else this.#befall(pod, this.#random.weighted(MISHAPS));
  }

  #befall(pod: FleetPod, mishap: PodCondition | 'deletion'): void {
    if (mishap === 'deletion') {
      this.#mark(pod);
      return;
    }
    const restarts = pod.state.restarts + (mishap === 'crash-loop' ? 1 : 0);
    const deletion = mishap === 'node-lost' ? this.#deletion() : null;
    this.#change(pod, { condition: mishap, restarts, deletion });
  }

  /** One step back to health: towards running, or out of the way of the pod that takes its place. */
  #mend(pod: FleetPod): void {
    const { condition, restarts } = pod.state;
    switch (condition) {
      case 'pending':
      case 'image-pull':
      case 'create-error':
        this.#change(pod, { condition: 'creating' });
        break;
      case 'creating': {
        const next = this.#random.weighted({ running: 95, 'image-pull': 3, 'create-error': 2 });
        this.#change(pod, { condition: next, startedAtMs: this.#clock.now() });
        break;
      }
      case 'crash-loop':
      case 'out-of-memory':
        this.#change(pod, { condition: 'running', restarts: restarts + 1, startedAtMs: this.#clock.now() });
        break;
      case 'node-lost':
        this.#end(pod.name);
        break;
      case 'unready':
      case 'running':
        this.#change(pod, { condition: 'running' });
        break;
      default:
        this.#mark(pod);
    }
  }

  #change(pod: FleetPod, change: Partial<PodState>): void {
    this.#put(new FleetPod(pod.facts, 0, { ...pod.state, sinceMs: this.#clock.now(), ...change }));
  }

  #mark(pod: FleetPod): void {
    this.#put(pod.marked(this.#deletion(), 0));
  }

  #deletion() {
    return { timestamp: kubernetesTime(this.#clock.now() + 30_000), graceSeconds: 30 };
  }

  #put(pod: FleetPod): void {
    const stored = this.#store.put('pods', (version) => new FleetPod(pod.facts, version, pod.state)) as FleetPod;
    this.#know(stored);
  }

  #know(pod: FleetPod): void {
    const { name } = pod;
    this.#pods.set(name, pod);
    this.#nodes.get(pod.facts.node.name)?.pods.add(name);
    const { condition, deletion } = pod.state;
    // A pod that is ending has its own way out; chance leaves it alone.
    const ending = deletion !== null && condition !== 'node-lost';
    this.#well.delete(name);
    this.#troubled.delete(name);
    if (!ending) (condition === 'running' ? this.#well : this.#troubled).add(name);
  }

  #forget(name: string): FleetPod | undefined {
    const pod = this.#pods.get(name);
    this.#pods.delete(name);
    this.#well.delete(name);
    this.#troubled.delete(name);
    if (pod) this.#nodes.get(pod.facts.node.name)?.pods.delete(name);
    return pod;
  }

  /** Sees what others do to our pods, and our own marks: a marked pod ends within its grace, a removed one is replaced. */
  #follow({ type, current, previous }: StoreEvent): void {
    if (type === 'DELETED') {
      if (previous instanceof FleetPod && this.#pods.has(previous.name)) this.#replace(previous.name);
    } else if (current instanceof FleetPod) {
      this.#know(current);
      const { deletion, condition } = current.state;
      const isNew = !(previous instanceof FleetPod && previous.state.deletion);
      if (deletion && isNew && condition !== 'node-lost') {
        const lastsMs = Math.min(deletion.graceSeconds * 1_000, this.#random.between(1_000, 4_000));
        this.#after(lastsMs, () => this.#end(current.name));
      }
    }
  }

  #end(name: string): void {
    const pod = this.#pods.get(name);
    if (!pod) return;
    // As a record too: the history keeps it for a while.
    this.#store.remove('pods', pod.namespace, name, (version) => new FleetPod(pod.facts, version, pod.state));
  }

  #replace(name: string): void {
    const pod = this.#forget(name);
    const place = pod && this.#nodes.get(pod.facts.node.name);
    if (!pod || !place || !this.#running) return;
    const nowMs = this.#clock.now();
    const facts = newPod({ node: place.node.facts, hot: place.hot }, this.options, this.#random, this.#serial++, nowMs);
    this.#put(
      new FleetPod(facts, 0, { condition: 'pending', sinceMs: nowMs, startedAtMs: nowMs, restarts: 0, deletion: null }),
    );
  }

  /** Containers over their limit are killed; nodes that are too full lose the pod that is furthest above what it asked for. */
  #checkMemory(): void {
    const nowMs = this.#clock.now();
    for (const [nodeName, { node, pods }] of this.#nodes) {
      if (node.health === 'silent') continue;
      let used = node.facts.systemBytes;
      let greediest: { pod: FleetPod; excess: number } | null = null;
      for (const name of pods) {
        const pod = this.#pods.get(name);
        if (!pod?.isRunning) continue;
        const memory = pod.memoryBytes(nowMs);
        used += memory;
        const excess = memory - pod.facts.baseBytes;
        if (memory > pod.facts.limitBytes) this.#change(pod, { condition: 'out-of-memory' });
        else if (pod.facts.workload.priority === 0 && excess > (greediest?.excess ?? -1)) greediest = { pod, excess };
      }
      const share = used / node.allocatableBytes;
      if (share > EVICT_ABOVE && greediest) {
        this.#setHealth(nodeName, 'memory-pressure');
        this.#change(greediest.pod, { condition: 'evicted' });
        const message = `The node was low on resource: memory. Container used ${Math.round(greediest.excess / 1024)}Ki above its request.`;
        const facts = { type: 'Warning' as const, reason: 'Evicted', message, component: 'kubelet' };
        this.#events.record(greediest.pod.toObject(), facts);
      } else if (share < WELL_BELOW && node.health === 'memory-pressure') this.#setHealth(nodeName, 'ready');
    }
  }

  /** A node falls silent for a while: its pods are not ready, then recover one by one. */
  #troubleNode(): void {
    const names = [...this.#nodes.keys()];
    const name = names[this.#random.below(names.length)] ?? '';
    const known = this.#nodes.get(name);
    if (known?.node.health !== 'ready') return;
    this.#setHealth(name, 'silent');
    for (const podName of known.pods) {
      const pod = this.#pods.get(podName);
      if (pod?.state.condition === 'running' && !pod.state.deletion) this.#change(pod, { condition: 'unready' });
    }
    this.#after(this.#random.between(40_000, 90_000), () => this.#setHealth(name, 'ready'));
  }

  #setHealth(name: string, health: NodeHealth): void {
    const known = this.#nodes.get(name);
    if (!known || known.node.health === health) return;
    const { facts, cordoned } = known.node;
    this.#putNode(name, new FleetNode(facts, 0, { health, sinceMs: this.#clock.now(), cordoned }));
    if (health !== 'silent') return;
    const message = `Node ${name} status is now: NodeNotReady`;
    this.#events.record(known.node.toObject(), {
      type: 'Normal',
      reason: 'NodeNotReady',
      message,
      component: 'node-controller',
    });
  }

  #putNode(name: string, { facts, health, sinceMs, cordoned }: FleetNode): void {
    const state = { health, sinceMs, cordoned };
    const stored = this.#store.put('nodes', (version) => new FleetNode(facts, version, state)) as FleetNode;
    const known = this.#nodes.get(name);
    if (known) known.node = stored;
  }
}
