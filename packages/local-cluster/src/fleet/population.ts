import { kubernetesTime } from '@switchyard/kubernetes/objects';
import { FleetNode, type NodeFacts } from './fleet-node.ts';
import type { FleetOptions } from './fleet-options.ts';
import type { PodFacts, PodState } from './fleet-pod.ts';
import { MACHINE_TYPES } from './machine-types.ts';
import type { PodCondition } from './pod-condition.ts';
import type { Random } from './random.ts';
import { WORKLOADS } from './workloads.ts';

const MEBIBYTE = 1024 ** 2;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Share of nodes for engines. */
const GATEWAY_SHARE = 0.7;
/** Share of nodes on which memory grows towards the limit. */
const HOT_SHARE = 0.06;
const CORDONED_SHARE = 0.01;
const LIMIT_BYTES = 5 * 1024 * MEBIBYTE;

/** Initial conditions of a fleet's pods: mostly healthy, with some of everything that goes wrong. */
const FIRST_CONDITIONS: Readonly<Record<PodCondition, number>> = {
  running: 920,
  unready: 15,
  'crash-loop': 15,
  'out-of-memory': 8,
  error: 8,
  completed: 10,
  'container-unknown': 5,
  evicted: 5,
  failed: 3,
  'node-lost': 2,
  pending: 4,
  creating: 3,
  'image-pull': 1,
  'create-error': 1,
};

export interface PlacedNode {
  node: FleetNode;
  /** Whether its pods use more memory than others, and some of them leak. */
  hot: boolean;
  podCount: number;
}

/** Creates the nodes of a fleet, and distributes pods among them by memory. */
export function placeNodes(options: FleetOptions, random: Random, nowMs: number): PlacedNode[] {
  const placed: PlacedNode[] = [];
  for (let index = 0; index < options.nodes; index++) {
    const pool = random.weighted(Object.fromEntries(MACHINE_TYPES.map(({ pool, share }) => [pool, share])));
    const machine = MACHINE_TYPES.find((type) => type.pool === pool) ?? MACHINE_TYPES[0];
    if (!machine) continue;
    const gateway = random.next() < GATEWAY_SHARE;
    const facts: NodeFacts = {
      index,
      name: `sim-${gateway ? 'gateway' : 'general'}-${machine.pool}-${random.letters(8)}`,
      machine,
      gateway,
      createdAtMs: nowMs - Math.floor(random.between(1, 90) * DAY_MS),
      systemBytes: random.between(500, 1_100) * MEBIBYTE,
      seed: options.seed,
    };
    const cordoned = random.next() < CORDONED_SHARE;
    const node = new FleetNode(facts, 0, {
      health: 'ready',
      sinceMs: facts.createdAtMs,
      cordoned,
      marks: null,
    });
    placed.push({ node, hot: random.next() < HOT_SHARE, podCount: 0 });
  }
  shareOut(placed, options.pods);
  return placed;
}

function shareOut(placed: PlacedNode[], pods: number): void {
  const memory = placed.reduce((sum, { node }) => sum + node.allocatableBytes, 0);
  let assigned = 0;
  let passed = 0;
  for (const place of placed) {
    passed += place.node.allocatableBytes;
    const upToHere = Math.round((passed / memory) * pods);
    place.podCount = upToHere - assigned;
    assigned = upToHere;
  }
}

/** The facts of a new pod on this node. */
export function newPod(
  place: { node: NodeFacts; hot: boolean },
  options: FleetOptions,
  random: Random,
  serial: number,
  createdAtMs: number,
): PodFacts {
  const { node, hot } = place;
  const kinds = WORKLOADS.filter((workload) => workload.gateway === node.gateway);
  const at = Number(random.weighted(Object.fromEntries(kinds.map((kind, index) => [String(index), kind.share]))));
  const workload = kinds[at] ?? WORKLOADS[0];
  if (!workload) throw new Error('there are no workloads');
  const heavy = workload.gateway && random.next() < 0.04;
  const size = heavy ? random.between(2_700, 4_300) : random.between(workload.memory.low, workload.memory.high);
  const leaks = hot && random.next() < 0.15;
  const chance = random.next();
  const ownerName = `${workload.app}-${(workload.version.length * 7_919 + (serial % 3)).toString(36)}`;
  return {
    serial,
    seed: options.seed,
    namespace: options.namespace,
    name: workload.gateway ? `gateway-${random.letters(10)}` : `${ownerName}-${random.letters(5)}`,
    node,
    workload,
    ownerName,
    containerCount: chance < 0.88 ? 1 : chance < 0.98 ? 2 : 3,
    createdAtMs,
    baseBytes: size * (hot ? 1.25 : 1) * MEBIBYTE,
    growthBytesPerMinute: (leaks ? random.between(20, 70) : random.between(0, 0.2)) * MEBIBYTE,
    limitBytes: LIMIT_BYTES,
    baseMillicores: random.between(workload.millicores.low, workload.millicores.high),
  };
}

/** The initial state of a pod when the fleet starts. */
export function firstState(pod: PodFacts, random: Random, nowMs: number): PodState {
  const condition = random.weighted(FIRST_CONDITIONS);
  const ageMs = nowMs - pod.createdAtMs;
  // A leak must not have filled the machine at the start.
  const startedAtMs = nowMs - Math.floor(random.next() * Math.min(ageMs, 20 * MINUTE_MS));
  const sinceMs = condition === 'running' ? startedAtMs : nowMs - Math.floor(random.next() * (nowMs - startedAtMs));
  const crashed = condition === 'crash-loop' || condition === 'out-of-memory';
  const restarts = crashed ? 1 + random.below(40) : random.next() < 0.1 ? random.below(5) : 0;
  const deletion = condition === 'node-lost' ? { timestamp: kubernetesTime(sinceMs + 30_000), graceSeconds: 30 } : null;
  return { condition, sinceMs, startedAtMs, restarts, deletion };
}
