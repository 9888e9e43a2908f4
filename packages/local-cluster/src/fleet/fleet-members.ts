import type { Clock } from '../clock.ts';
import type { Measurement, MetricsSource } from '../metrics.ts';
import type { FleetNode } from './fleet-node.ts';
import type { FleetPod, PodFacts } from './fleet-pod.ts';
import { IndexedSet } from './indexed-set.ts';
import type { Random } from './random.ts';

const METRICS_WINDOW_MS = 15_000;

/** A node of the fleet with the names of its pods. */
export interface FleetPlacement {
  node: FleetNode;
  /** Whether its pods use more memory than others. */
  hot: boolean;
  pods: Set<string>;
}

/** The current members of a fleet and their usage. */
export class FleetMembers implements MetricsSource {
  readonly podsByName = new Map<string, FleetPod>();
  readonly nodesByName = new Map<string, FleetPlacement>();
  /** Healthy pods, to which a mishap can happen. */
  readonly healthy = new IndexedSet<string>();
  /** Pods that can recover. */
  readonly unhealthy = new IndexedSet<string>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a pod, or updates it. */
  set(pod: FleetPod): void {
    const { name } = pod;
    this.podsByName.set(name, pod);
    this.nodesByName.get(pod.facts.node.name)?.pods.add(name);
    const { condition, deletion } = pod.state;
    // A pod that is ending follows its own course, unaffected by chance.
    const ending = deletion !== null && condition !== 'node-lost';
    this.healthy.delete(name);
    this.unhealthy.delete(name);
    if (!ending) (condition === 'running' ? this.healthy : this.unhealthy).add(name);
  }

  forget(name: string): FleetPod | undefined {
    const pod = this.podsByName.get(name);
    this.podsByName.delete(name);
    this.healthy.delete(name);
    this.unhealthy.delete(name);
    if (pod) this.nodesByName.get(pod.facts.node.name)?.pods.delete(name);
    return pod;
  }

  /** Where a pod like this may go: to its node or, while that is cordoned, to another of its kind; null if none. */
  placeFor({ node }: PodFacts, random: Random): FleetPlacement | null {
    const own = this.nodesByName.get(node.name);
    if (own && !own.node.cordoned) return own;
    const open = [...this.nodesByName.values()].filter(
      (place) => !place.node.cordoned && place.node.health === 'ready' && place.node.facts.gateway === node.gateway,
    );
    return open[random.below(Math.max(1, open.length))] ?? null;
  }

  *nodes(): Iterable<Measurement> {
    const nowMs = this.#clock.now();
    for (const { node, pods } of this.nodesByName.values()) {
      if (node.health === 'silent') continue;
      let memoryBytes = node.facts.systemBytes;
      let millicores = 80;
      for (const name of pods) {
        memoryBytes += this.podsByName.get(name)?.memoryBytes(nowMs) ?? 0;
        millicores += this.podsByName.get(name)?.millicores(nowMs) ?? 0;
      }
      // Pods may claim more memory in total than the machine has, but it can't use more.
      const usage = { memoryBytes: Math.min(memoryBytes, node.facts.machine.memoryBytes), nanocores: millicores * 1e6 };
      yield { metadata: { name: node.name }, atMs: nowMs, windowMs: METRICS_WINDOW_MS, usage };
    }
  }

  *pods(): Iterable<Measurement> {
    const nowMs = this.#clock.now();
    for (const pod of this.podsByName.values()) {
      if (!pod.isRunning || this.nodesByName.get(pod.facts.node.name)?.node.health === 'silent') continue;
      const { name, namespace, facts } = pod;
      const names = facts.workload.containers.slice(0, facts.containerCount);
      // Sidecars are small; the first container does the pod's work.
      const sidecars = names.slice(1).map((name) => ({
        name: name.name,
        usage: { memoryBytes: 24 * 1024 ** 2, nanocores: 3e6 },
      }));
      const memoryBytes = pod.memoryBytes(nowMs) - sidecars.length * 24 * 1024 ** 2;
      const nanocores = Math.max(1e6, pod.millicores(nowMs) * 1e6 - sidecars.length * 3e6);
      const containers = [{ name: names[0]?.name ?? '', usage: { memoryBytes, nanocores } }, ...sidecars];
      const labels = { 'app.kubernetes.io/name': facts.workload.app };
      yield { metadata: { name, namespace, labels }, atMs: nowMs, windowMs: METRICS_WINDOW_MS, containers };
    }
  }
}
