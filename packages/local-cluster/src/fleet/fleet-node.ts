import {
  type Condition,
  type KubernetesObject,
  kubernetesTime,
  type Node,
  type Taint,
} from '@switchyard/kubernetes/objects';
import type { Stored } from '../store/object-store.ts';
import type { MachineType } from './machine-types.ts';
import { uuidOf } from './random.ts';

/** The immutable facts of a simulated node. */
export interface NodeFacts {
  index: number;
  name: string;
  machine: MachineType;
  /** Whether it is tainted for engine pods; other nodes run everything else. */
  gateway: boolean;
  createdAtMs: number;
  /** Memory used by the system itself. */
  systemBytes: number;
  seed: number;
}

export type NodeHealth = 'ready' | 'memory-pressure' | 'silent';

/** Changes made to a node from outside. */
export interface NodeMarks {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** In addition to those of its health and cordon. */
  taints: Taint[];
}

interface NodeState {
  health: NodeHealth;
  sinceMs: number;
  cordoned: boolean;
  /** Null if there are none. */
  marks: NodeMarks | null;
}

const CORDON = 'node.kubernetes.io/unschedulable';
const UNREACHABLE = 'node.kubernetes.io/unreachable';
const MEMORY_PRESSURE = 'node.kubernetes.io/memory-pressure';

/** Share of a machine that Kubernetes reserves, roughly as with the large hosting providers. */
const RESERVED_SHARE = 0.06;

/** A simulated node at one version. */
export class FleetNode implements Stored {
  readonly namespace = '';
  readonly facts: NodeFacts;
  readonly version: number;
  readonly health: NodeHealth;
  readonly sinceMs: number;
  readonly cordoned: boolean;
  readonly marks: NodeMarks | null;

  constructor(facts: NodeFacts, version: number, state: NodeState) {
    this.facts = facts;
    this.version = version;
    this.health = state.health;
    this.sinceMs = state.sinceMs;
    this.cordoned = state.cordoned;
    this.marks = state.marks;
  }

  get name(): string {
    return this.facts.name;
  }

  get allocatableBytes(): number {
    return this.facts.machine.memoryBytes * (1 - RESERVED_SHARE);
  }

  patched(object: KubernetesObject, version: number): FleetNode {
    const { metadata, spec } = object as Node;
    const taints = (spec.taints ?? []).filter(({ key }) => ![CORDON, UNREACHABLE, MEMORY_PRESSURE].includes(key));
    const marks = { labels: metadata.labels ?? {}, annotations: metadata.annotations ?? {}, taints };
    const { facts, health, sinceMs } = this;
    return new FleetNode(facts, version, { health, sinceMs, cordoned: spec.unschedulable === true, marks });
  }

  toObject(): Node {
    const { facts, marks } = this;
    const { machine, name } = facts;
    const capacity = quantities(machine.memoryBytes, String(machine.cores));
    const taints = this.#taints();
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        uid: uuidOf(facts.seed, 7, facts.index),
        resourceVersion: String(this.version),
        creationTimestamp: kubernetesTime(facts.createdAtMs),
        labels: marks?.labels ?? {
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/hostname': name,
          'kubernetes.io/os': 'linux',
          'node.kubernetes.io/instance-type': machine.name,
          'switchyard/simulated': 'true',
          'topology.kubernetes.io/zone': `zone-${'abc'[facts.index % 3]}`,
        },
        ...(marks && { annotations: marks.annotations }),
      },
      spec: {
        providerID: `simulated://${name}`,
        ...(taints.length > 0 && { taints }),
        ...(this.cordoned && { unschedulable: true }),
      },
      status: {
        capacity,
        allocatable: quantities(this.allocatableBytes, `${machine.cores * 1_000 - 80}m`),
        conditions: this.#conditions(),
        addresses: [
          { type: 'InternalIP', address: nodeAddress(facts) },
          { type: 'Hostname', address: name },
        ],
        nodeInfo: {
          architecture: 'amd64',
          bootID: uuidOf(facts.seed, 8, facts.index),
          containerRuntimeVersion: 'containerd://1.7.24',
          kernelVersion: '6.6.56+',
          kubeProxyVersion: '',
          kubeletVersion: 'v1.32.0',
          machineID: uuidOf(facts.seed, 9, facts.index).replaceAll('-', ''),
          operatingSystem: 'linux',
          osImage: 'Simulated OS',
          systemUUID: uuidOf(facts.seed, 9, facts.index),
        },
        images: [],
      },
    };
  }

  #taints(): Taint[] {
    const own: Taint[] = this.facts.gateway ? [{ key: 'workload', value: 'gateway', effect: 'NoSchedule' }] : [];
    const taints = [...(this.marks?.taints ?? own)];
    if (this.cordoned) taints.push({ key: CORDON, effect: 'NoSchedule' });
    if (this.health === 'silent') taints.push({ key: UNREACHABLE, effect: 'NoExecute' });
    if (this.health === 'memory-pressure') taints.push({ key: MEMORY_PRESSURE, effect: 'NoSchedule' });
    return taints;
  }

  #conditions(): Condition[] {
    const since = kubernetesTime(this.sinceMs);
    const silent = this.health === 'silent';
    const pressed = this.health === 'memory-pressure';
    const condition = (type: string, holds: boolean, reason: string): Condition => ({
      type,
      status: silent ? 'Unknown' : holds ? 'True' : 'False',
      reason: silent ? 'NodeStatusUnknown' : reason,
      message: silent ? 'Kubelet stopped posting node status.' : reason,
      lastHeartbeatTime: since,
      lastTransitionTime: since,
    });
    return [
      condition('MemoryPressure', pressed, pressed ? 'KubeletHasInsufficientMemory' : 'KubeletHasSufficientMemory'),
      condition('DiskPressure', false, 'KubeletHasNoDiskPressure'),
      condition('PIDPressure', false, 'KubeletHasSufficientPID'),
      condition('Ready', true, 'KubeletReady'),
    ];
  }
}

/** The address of a simulated node. */
export function nodeAddress({ index }: Pick<NodeFacts, 'index'>): string {
  return `10.128.${(index >> 8) & 255}.${index & 255}`;
}

function quantities(memoryBytes: number, cpu: string) {
  return { cpu, 'ephemeral-storage': '98831908Ki', memory: `${Math.floor(memoryBytes / 1024)}Ki`, pods: '110' };
}
