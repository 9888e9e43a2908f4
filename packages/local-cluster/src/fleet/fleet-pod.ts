import { type KubernetesObject, kubernetesTime, type Pod } from '@switchyard/kubernetes/objects';
import type { Deletion, Stored } from '../store/object-store.ts';
import { type NodeFacts, nodeAddress } from './fleet-node.ts';
import { fleetPodStatus, type PodCondition } from './pod-condition.ts';
import { chanceOf, uuidOf } from './random.ts';
import type { Workload } from './workloads.ts';

/** The immutable facts of a simulated pod. */
export interface PodFacts {
  /** Rises with every pod that the fleet creates. */
  serial: number;
  seed: number;
  namespace: string;
  name: string;
  node: NodeFacts;
  workload: Workload;
  ownerName: string;
  containerCount: number;
  createdAtMs: number;
  baseBytes: number;
  /** Memory gained per minute of running; a large value is a leak. */
  growthBytesPerMinute: number;
  limitBytes: number;
  baseMillicores: number;
}

export interface PodState {
  condition: PodCondition;
  sinceMs: number;
  startedAtMs: number;
  restarts: number;
  deletion: Deletion | null;
  /** Labels and annotations set from outside, replacing its own. */
  marks?: { labels: Record<string, string>; annotations: Record<string, string> };
}

/** How long a measurement stays the same, as with metrics-server. */
const MEASURE_MS = 15_000;
const MEBIBYTE = 1024 ** 2;
const GATEWAY_TOLERATION = { key: 'workload', operator: 'Equal', value: 'gateway', effect: 'NoSchedule' };
/** Bare pods that the fleet recreates: draining may move them. */
const SAFE_TO_EVICT = { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' };

/** A simulated pod at one version: a small record that builds the whole object on request. */
export class FleetPod implements Stored {
  readonly facts: PodFacts;
  readonly version: number;
  readonly state: PodState;

  constructor(facts: PodFacts, version: number, state: PodState) {
    this.facts = facts;
    this.version = version;
    this.state = state;
  }

  get namespace(): string {
    return this.facts.namespace;
  }

  get name(): string {
    return this.facts.name;
  }

  get isRunning(): boolean {
    const { condition } = this.state;
    return condition === 'running' || condition === 'unready';
  }

  /** Null for a pod waiting to be scheduled. */
  get nodeName(): string | null {
    return this.state.condition === 'pending' ? null : this.facts.node.name;
  }

  marked(deletion: Deletion, version: number): FleetPod {
    return new FleetPod(this.facts, version, { ...this.state, deletion });
  }

  patched({ metadata: { labels = {}, annotations = {} } }: KubernetesObject, version: number): FleetPod {
    return new FleetPod(this.facts, version, { ...this.state, marks: { labels, annotations } });
  }

  memoryBytes(nowMs: number): number {
    if (!this.isRunning) return 0;
    const { serial, baseBytes, growthBytesPerMinute } = this.facts;
    const measurement = Math.floor(nowMs / MEASURE_MS);
    const minutes = Math.max(0, measurement * MEASURE_MS - this.state.startedAtMs) / 60_000;
    const swing = 1 + (chanceOf(serial, measurement) - 0.5) * 0.04;
    return (baseBytes + growthBytesPerMinute * minutes) * swing;
  }

  millicores(nowMs: number): number {
    if (!this.isRunning) return 0;
    return this.facts.baseMillicores * (0.5 + chanceOf(this.facts.serial, Math.floor(nowMs / MEASURE_MS), 2));
  }

  toObject(): Pod {
    const { facts, state } = this;
    const { workload, serial, seed } = facts;
    const annotations = state.marks?.annotations ?? (workload.gateway ? SAFE_TO_EVICT : null);
    const created = kubernetesTime(facts.createdAtMs);
    const containers = workload.containers.slice(0, facts.containerCount);
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: facts.name,
        namespace: facts.namespace,
        uid: uuidOf(seed, 1, serial),
        resourceVersion: String(this.version),
        creationTimestamp: created,
        ...(state.deletion && {
          deletionTimestamp: state.deletion.timestamp,
          deletionGracePeriodSeconds: state.deletion.graceSeconds,
        }),
        labels: state.marks?.labels ?? {
          'app.kubernetes.io/name': workload.app,
          'app.kubernetes.io/instance': workload.gateway ? uuidOf(seed, 3, serial) : workload.app,
          'app.kubernetes.io/version': workload.version,
          'switchyard/simulated': 'true',
        },
        ...(annotations && { annotations }),
        ...(workload.ownerKind && {
          ownerReferences: [
            {
              apiVersion: workload.ownerKind === 'Job' ? 'batch/v1' : 'apps/v1',
              kind: workload.ownerKind,
              name: facts.ownerName,
              uid: uuidOf(seed, 4, ...Buffer.from(facts.ownerName)),
              controller: true,
            },
          ],
        }),
      },
      spec: {
        ...(this.nodeName !== null && { nodeName: this.nodeName }),
        restartPolicy: workload.restartPolicy,
        terminationGracePeriodSeconds: 30,
        schedulerName: 'default-scheduler',
        serviceAccountName: 'default',
        priority: workload.priority,
        // Without it the pod couldn't have been placed on its node.
        ...(facts.node.gateway && { tolerations: [GATEWAY_TOLERATION] }),
        ...(workload.priorityClassName && { priorityClassName: workload.priorityClassName }),
        containers: containers.map((container, at) => ({ ...container, resources: this.#resources(at) })),
      },
      status: fleetPodStatus({
        condition: state.condition,
        containers,
        restarts: state.restarts,
        created,
        since: kubernetesTime(state.sinceMs),
        started: kubernetesTime(state.startedAtMs),
        name: containers[0]?.name ?? '',
        hostIP: nodeAddress(facts.node),
        podIP: `10.${16 + ((serial >> 16) & 63)}.${(serial >> 8) & 255}.${serial & 255}`,
        containerId: (at) => uuidOf(seed, 5, serial, at, state.restarts).replaceAll('-', ''),
      }),
    };
  }

  #resources(container: number) {
    if (container > 0) return { requests: { cpu: '10m', memory: '32Mi' } };
    const { baseMillicores, baseBytes, limitBytes } = this.facts;
    return {
      requests: { cpu: `${Math.round(baseMillicores)}m`, memory: `${Math.round(baseBytes / MEBIBYTE)}Mi` },
      limits: { memory: `${Math.round(limitBytes / MEBIBYTE)}Mi` },
    };
  }
}
