import { kubernetesTime } from '@switchyard/kubernetes/objects';
import type { Clock } from '../clock.ts';
import type { EventRecorder } from '../events.ts';
import type { LogQuery } from '../kubelet/read-log.ts';
import type { ObjectStore, StoreEvent } from '../store/object-store.ts';
import { fleetLog } from './fleet-log.ts';
import { FleetMembers } from './fleet-members.ts';
import { FleetNode, type NodeHealth } from './fleet-node.ts';
import type { FleetOptions } from './fleet-options.ts';
import { FleetPod, type PodState } from './fleet-pod.ts';
import type { PodCondition } from './pod-condition.ts';
import { firstState, newPod, placeNodes } from './population.ts';
import { Random } from './random.ts';

const TICK_MS = 100;
const PRESSURE_CHECK_MS = 5_000;
const NODE_TROUBLE_MS = 30_000;
/** Smaller fleets have no silent nodes, because one would be too large a part of them. */
const MIN_NODES_FOR_TROUBLE = 50;
const DAY_MS = 86_400_000;
/** Approximate share of pods that are unhealthy at any time. */
const UNHEALTHY_SHARE = 0.08;
/** A node whose pods use more than this share of its allocatable memory evicts one; below the second it recovers. */
const EVICT_ABOVE = 0.97;
const RECOVER_BELOW = 0.93;

/** What can happen to a running pod; `deletion` is a rollover. */
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
 * A simulated fleet in the store of a local cluster: nodes and pods that look and behave like a large cluster of
 * engines, at a fixed pace, and the same for the same seed. Pods are small records that build whole objects on request.
 */
export class Fleet {
  readonly members: FleetMembers;
  readonly #options: FleetOptions;
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #events: EventRecorder;
  readonly #random: Random;
  readonly #cancels = new Set<() => void>();
  #stopWatching: () => void = () => undefined;
  #stopWatchingNodes: () => void = () => undefined;
  #serial = 0;
  #owed = 0;
  #running = false;

  constructor(options: FleetOptions, store: ObjectStore, clock: Clock, events: EventRecorder) {
    this.#options = options;
    this.#store = store;
    this.#clock = clock;
    this.#events = events;
    this.#random = new Random(options.seed);
    this.members = new FleetMembers(clock);
  }

  /** Adds its nodes and pods to the cluster, one per step, then becomes active. A halt in between stops it. */
  *fill(): Generator<void, void, undefined> {
    const nowMs = this.#clock.now();
    this.#running = true;
    // From the first pod on, because others may act on pods before all of them exist.
    this.#stopWatching = this.#store.watch('pods', this.#store.version, (event) => this.#follow(event));
    this.#stopWatchingNodes = this.#store.watch('nodes', this.#store.version, ({ current }) => {
      const place = current instanceof FleetNode ? this.members.nodesByName.get(current.name) : undefined;
      if (place && current instanceof FleetNode) place.node = current;
    });
    for (const { node, hot, podCount } of placeNodes(this.#options, this.#random, nowMs)) {
      this.members.nodesByName.set(node.name, { node, hot, pods: new Set() });
      this.#putNode(node.name, node);
      yield;
      for (let count = 0; count < podCount && this.#running; count++) {
        const createdAtMs = nowMs - Math.floor(this.#random.next() ** 3 * 20 * DAY_MS) - 1_000;
        const facts = newPod({ node: node.facts, hot }, this.#options, this.#random, this.#serial++, createdAtMs);
        this.#put(new FleetPod(facts, 0, firstState(facts, this.#random, nowMs)));
        yield;
      }
      if (!this.#running) return;
    }
    this.#every(TICK_MS, () => this.#tick());
    this.#every(PRESSURE_CHECK_MS, () => this.#checkMemory());
    this.#every(NODE_TROUBLE_MS, () => this.#troubleNode());
  }

  /** Stops all activity; its objects stay visible. */
  halt(): void {
    this.#running = false;
    this.#stopWatching();
    this.#stopWatchingNodes();
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  /** Halts it and removes its pods and nodes from the cluster, one per step. Can be restarted if interrupted. */
  *remove(): Generator<void, void, undefined> {
    this.halt();
    for (const name of this.members.podsByName.keys()) {
      this.#end(name);
      this.members.forget(name);
      yield;
    }
    for (const [name, { node }] of this.members.nodesByName) {
      this.#store.remove('nodes', '', name, (version) => new FleetNode(node.facts, version, node));
      this.members.nodesByName.delete(name);
      yield;
    }
  }

  hasNode(name: string): boolean {
    return this.members.nodesByName.has(name);
  }

  /** The log of a container of one of the fleet's pods; undefined for other pods. */
  log(name: string, container: string, previous: boolean, query: LogQuery, signal: AbortSignal) {
    const pod = this.members.podsByName.get(name);
    if (!pod) return undefined;
    const at = pod.facts.workload.containers.findIndex(({ name }) => name === container);
    const podNow = () => this.members.podsByName.get(name);
    return fleetLog(pod, at, previous, query, this.#clock, signal, podNow);
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
    this.#owed += (this.#options.changesPerSecond * TICK_MS) / 1_000;
    while (this.#owed >= 1) {
      const before = this.#store.version;
      this.#changeSomething();
      this.#owed -= Math.max(1, this.#store.version - before);
    }
  }

  #changeSomething(): void {
    const wanted = Math.max(1, this.members.podsByName.size * UNHEALTHY_SHARE);
    const isRecovery = this.#random.next() < Math.min(0.9, Math.max(0.1, this.members.unhealthy.size / wanted / 2));
    const set = isRecovery ? this.members.unhealthy : this.members.healthy;
    const name = set.at(this.#random.below(Math.max(1, set.size)));
    const pod = name === undefined ? undefined : this.members.podsByName.get(name);
    if (!pod) return;
    if (isRecovery) this.#recover(pod);
    else this.#applyMishap(pod, this.#random.weighted(MISHAPS));
  }

  #applyMishap(pod: FleetPod, mishap: PodCondition | 'deletion'): void {
    if (mishap === 'deletion') {
      this.#mark(pod);
      return;
    }
    const restarts = pod.state.restarts + (mishap === 'crash-loop' ? 1 : 0);
    const deletion = mishap === 'node-lost' ? this.#deletion() : null;
    this.#change(pod, { condition: mishap, restarts, deletion });
  }

  /** One step towards health: running again, or making way for a replacement. */
  #recover(pod: FleetPod): void {
    const { condition, restarts } = pod.state;
    switch (condition) {
      case 'pending': {
        const place = this.members.placeFor(pod.facts, this.#random);
        if (place?.node.name === pod.facts.node.name) this.#change(pod, { condition: 'creating' });
        // Its node was cordoned in the meantime: the replacement goes elsewhere.
        else if (place) this.#end(pod.name);
        break;
      }
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
    this.members.set(stored);
  }

  /**
   * Reacts to external changes and to our own deletion marks: a marked pod ends within its grace period, a removed one
   * is replaced.
   */
  #follow({ type, current, previous }: StoreEvent): void {
    if (type === 'DELETED') {
      if (previous instanceof FleetPod && this.members.podsByName.has(previous.name)) this.#replace(previous.name);
    } else if (current instanceof FleetPod) {
      this.members.set(current);
      const { deletion, condition } = current.state;
      const isNew = !(previous instanceof FleetPod && previous.state.deletion);
      if (deletion && isNew && condition !== 'node-lost') {
        const lastsMs = Math.min(deletion.graceSeconds * 1_000, this.#random.between(1_000, 4_000));
        this.#after(lastsMs, () => this.#end(current.name));
      }
    }
  }

  #end(name: string): void {
    const pod = this.members.podsByName.get(name);
    if (!pod) return;
    // Stored as a record too, because the history keeps it for a while.
    this.#store.remove('pods', pod.namespace, name, (version) => new FleetPod(pod.facts, version, pod.state));
  }

  #replace(name: string): void {
    const pod = this.members.forget(name);
    const before = pod && this.members.nodesByName.get(pod.facts.node.name);
    if (!pod || !before || !this.#running) return;
    const place = this.members.placeFor(pod.facts, this.#random) ?? before;
    const nowMs = this.#clock.now();
    const facts = newPod(
      { node: place.node.facts, hot: place.hot },
      this.#options,
      this.#random,
      this.#serial++,
      nowMs,
    );
    this.#put(
      new FleetPod(facts, 0, { condition: 'pending', sinceMs: nowMs, startedAtMs: nowMs, restarts: 0, deletion: null }),
    );
  }

  /** Kills containers over their limit, and evicts from full nodes the pod that most exceeds its request. */
  #checkMemory(): void {
    const nowMs = this.#clock.now();
    for (const [nodeName, { node, pods }] of this.members.nodesByName) {
      if (node.health === 'silent') continue;
      let used = node.facts.systemBytes;
      let greediest: { pod: FleetPod; excess: number } | null = null;
      for (const name of pods) {
        const pod = this.members.podsByName.get(name);
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
      } else if (share < RECOVER_BELOW && node.health === 'memory-pressure') this.#setHealth(nodeName, 'ready');
    }
  }

  /** Makes a node silent for a while: its pods become unready, then recover one by one. */
  #troubleNode(): void {
    const names = [...this.members.nodesByName.keys()];
    if (names.length < MIN_NODES_FOR_TROUBLE) return;
    const name = names[this.#random.below(names.length)] ?? '';
    const place = this.members.nodesByName.get(name);
    if (place?.node.health !== 'ready') return;
    this.#setHealth(name, 'silent');
    for (const podName of place.pods) {
      const pod = this.members.podsByName.get(podName);
      if (pod?.state.condition === 'running' && !pod.state.deletion) this.#change(pod, { condition: 'unready' });
    }
    this.#after(this.#random.between(40_000, 90_000), () => this.#setHealth(name, 'ready'));
  }

  #setHealth(name: string, health: NodeHealth): void {
    const place = this.members.nodesByName.get(name);
    if (!place || place.node.health === health) return;
    const { facts, cordoned, marks } = place.node;
    this.#putNode(name, new FleetNode(facts, 0, { health, sinceMs: this.#clock.now(), cordoned, marks }));
    if (health !== 'silent') return;
    const message = `Node ${name} status is now: NodeNotReady`;
    this.#events.record(place.node.toObject(), {
      type: 'Normal',
      reason: 'NodeNotReady',
      message,
      component: 'node-controller',
    });
  }

  #putNode(name: string, node: FleetNode): void {
    const stored = this.#store.put('nodes', (version) => new FleetNode(node.facts, version, node)) as FleetNode;
    const place = this.members.nodesByName.get(name);
    if (place) place.node = stored;
  }
}
