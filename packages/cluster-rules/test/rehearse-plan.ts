import { type PlanNode, planConsolidation } from '../src/consolidation-plan.ts';
import { type MemoryMinute, withMeasurement } from '../src/memory-history.ts';
import { forecastNode } from '../src/pressure-forecast.ts';
import { MEASURE_MS, type RehearsedNode, rehearseFleet } from './rehearsed-fleet.ts';

const MINUTE_MS = 60_000;
const BEGAN_MS = Date.UTC(2026, 0, 1);
const PLANNED_AT_MS = 120 * MINUTE_MS;
const FOLLOWED_MS = 30 * MINUTE_MS;
/** Share of a machine that pods may use. */
const ALLOCATABLE = 0.94;
/** After this time a leak stands out from regular fluctuation. */
const SEEN_AFTER_MS = 15 * MINUTE_MS;
const FULL = 0.9;

export interface PlanScore {
  emptied: number;
  moves: number;
  targets: number;
  /** Nodes that reached 90% within 30 minutes with the pods they received, and wouldn't have without. */
  harmed: number;
  /** Of those, harmed by a leak that began after the plan, or too shortly before it to be seen. */
  harmedByNewLeaks: number;
}

/** Simulates two hours of a fleet, executes a plan at once, and follows the receiving nodes for half an hour. */
export function rehearsePlan(seed: number, nodeCount: number): PlanScore {
  const fleet = rehearseFleet(seed, nodeCount, 3);
  const { steps } = planConsolidation(fleet.map(planNode));
  const moves = steps.flatMap((step) => step.moves);
  const arrivals = Map.groupBy(moves, (move) => move.to);
  const targets = fleet.filter((node) => arrivals.has(node.name));
  const isHarmed = (node: RehearsedNode) => {
    const arrived = (arrivals.get(node.name) ?? []).map((move) => podOf(fleet, move.pod.uid));
    for (let atMs = PLANNED_AT_MS + MEASURE_MS; atMs <= PLANNED_AT_MS + FOLLOWED_MS; atMs += MEASURE_MS) {
      const alone = node.measure(atMs);
      const together = alone + arrived.reduce((sum, bytes) => sum + bytes(atMs), 0);
      if (alone < node.capacityBytes * FULL && together >= node.capacityBytes * FULL) return true;
    }
    return false;
  };
  const isNewlyLeaking = (name: string) => {
    const fromMs = fleet.find((node) => node.name === name)?.leaksFromMs ?? 0;
    return fromMs > PLANNED_AT_MS - SEEN_AFTER_MS && fromMs < PLANNED_AT_MS + FOLLOWED_MS;
  };
  const harmed = targets.filter(isHarmed);
  const ofNewLeaks = harmed.filter(({ name }) =>
    [name, ...(arrivals.get(name) ?? []).map((move) => move.from)].some(isNewlyLeaking),
  );
  return {
    emptied: steps.length,
    moves: moves.length,
    targets: targets.length,
    harmed: harmed.length,
    harmedByNewLeaks: ofNewLeaks.length,
  };
}

/** Pod uids are the node's index in the fleet and the pod's index on the node. */
function podOf(fleet: readonly RehearsedNode[], uid: string): (atMs: number) => number {
  const [node = 0, pod = 0] = uid.split('.').map(Number);
  const found = fleet[node]?.pods[pod];
  if (!found) throw new Error('no such pod');
  return found;
}

function planNode(node: RehearsedNode, place: number): PlanNode {
  let history: MemoryMinute[] = [];
  let memoryBytes = 0;
  for (let atMs = 0; atMs <= PLANNED_AT_MS; atMs += MEASURE_MS) {
    memoryBytes = node.measure(atMs);
    history = withMeasurement(history, BEGAN_MS + atMs, memoryBytes);
  }
  const { name, capacityBytes } = node;
  return {
    name,
    type: 'gateway',
    placement: { name, labels: {}, taints: [] },
    isOpen: true,
    isControlPlane: false,
    costPerHour: null,
    capacityBytes,
    allocatableBytes: capacityBytes * ALLOCATABLE,
    allocatableMillicores: 64_000,
    maxPods: 110,
    memoryBytes,
    millicores: 0,
    growth: forecastNode(history, capacityBytes, BEGAN_MS + PLANNED_AT_MS),
    pods: node.pods.map((bytes, at) => ({
      uid: `${place}.${at}`,
      name: `${name}-${at}`,
      namespace: '',
      memoryBytes: bytes(PLANNED_AT_MS),
      millicores: 0,
      requestedBytes: bytes(0),
      requestedMillicores: 0,
      sessions: at % 2,
      placement: { tolerations: [], nodeSelector: {}, nodeTerms: null },
    })),
  };
}
