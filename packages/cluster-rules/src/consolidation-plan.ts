import type { KeptReason, PodStayReason } from '@switchyard/contracts/cluster/plan';
import type { NodeType } from '@switchyard/contracts/cluster/rows';
import {
  type Headroom,
  type HeadroomNode,
  type HeadroomPod,
  headroomOf,
  isEligible,
  isSafe,
  sourceOf,
  withPod,
} from './node-room.ts';

/**
 * Why a pod stays where it is. `DaemonSet` and `mirror` pods go with their node and keep nobody from emptying it; every
 * other reason does. The rest is what cluster-autoscaler and descheduler leave alone too.
 */
export type StayReason = 'DaemonSet' | 'mirror' | PodStayReason;

export interface PlanPod extends HeadroomPod {
  uid: string;
  name: string;
  namespace: string;
  sessions: number;
  stays?: StayReason | undefined;
}

export interface PlanNode extends HeadroomNode {
  type: NodeType;
  isControlPlane: boolean;
  /** What the node costs an hour; null: nobody has said. */
  costPerHour: number | null;
  pods: readonly PlanPod[];
}

export interface PlanMove {
  pod: PlanPod;
  from: string;
  to: string;
}

/** One node to empty: its moves in order, and what the cluster no longer needs once it is gone. */
export interface PlanStep {
  node: PlanNode;
  moves: PlanMove[];
}

/** A node that is not emptied, and the pod that keeps it, if one does. */
export interface KeptNode {
  nodeName: string;
  why: KeptReason;
  pod: { name: string; stays: PodStayReason | null } | null;
}

export interface ConsolidationPlan {
  steps: PlanStep[];
  kept: KeptNode[];
}

/** A pod of its node's own (DaemonSet, mirror) is not moved. */
export const goesWithItsNode = (pod: Pick<PlanPod, 'stays'>): boolean =>
  pod.stays === 'DaemonSet' || pod.stays === 'mirror';

/**
 * Which nodes can be emptied and where their pods go. Nodes are tried from the fewest sessions on, among equals the
 * dearest first; a node is emptied only if every one of its pods finds a place on nodes of its own type that stay:
 * where the scheduler may put it, and where it does no harm within the next 30 minutes. A node that has taken pods in
 * is never emptied in the same plan, so no pod moves twice. Yields after each node that was looked at, so that a caller
 * can see to other things.
 */
export function* planning(nodes: readonly PlanNode[], mostSteps = 50): Generator<void, ConsolidationPlan, undefined> {
  const plan: ConsolidationPlan = { steps: [], kept: [] };
  for (const type of ['gateway', 'normal'] as const) {
    const rooms = new Map(nodes.filter((node) => node.type === type).map((node) => [node.name, headroomOf(node)]));
    const receivers = new Set<string>();
    for (const node of nodes.filter((node) => node.type === type).sort(byEffort)) {
      if (plan.steps.length >= mostSteps) return plan;
      const kept = keeps(node, rooms, receivers);
      const moves = kept ?? placeAll(node, rooms, receivers);
      if (Array.isArray(moves)) {
        rooms.delete(node.name);
        plan.steps.push({ node, moves });
      } else plan.kept.push(moves);
      yield;
    }
  }
  return plan;
}

/** The same at once. */
export function planConsolidation(nodes: readonly PlanNode[], mostSteps?: number): ConsolidationPlan {
  const going = planning(nodes, mostSteps);
  for (;;) {
    const { done, value } = going.next();
    if (done) return value;
  }
}

function keeps(node: PlanNode, rooms: ReadonlyMap<string, Headroom>, receivers: ReadonlySet<string>): KeptNode | null {
  const kept = (why: KeptReason): KeptNode => ({ nodeName: node.name, why, pod: null });
  if (!node.isOpen) return kept('not-open');
  if (node.isControlPlane) return kept('control-plane');
  if (receivers.has(node.name)) return kept('receives');
  for (const { name, stays } of node.pods) {
    if (stays && stays !== 'DaemonSet' && stays !== 'mirror') return { ...kept('pod-stays'), pod: { name, stays } };
  }
  if (![...rooms.values()].some((room) => room.node !== node && room.node.isOpen)) return kept('last-of-its-type');
  return node.growth === null && movable(node).length > 0 ? kept('growth-unknown') : null;
}

export const movable = (node: Pick<PlanNode, 'pods'>): PlanPod[] => node.pods.filter((pod) => pod.stays === undefined);

/** Fewest sessions first, then the dearest, then least memory to move: the least disturbance for the most. */
function byEffort(one: PlanNode, other: PlanNode): number {
  const sum = (node: PlanNode, value: (pod: PlanPod) => number) =>
    movable(node).reduce((total, pod) => total + value(pod), 0);
  return (
    sum(one, (pod) => pod.sessions) - sum(other, (pod) => pod.sessions) ||
    (other.costPerHour ?? 0) - (one.costPerHour ?? 0) ||
    sum(one, (pod) => pod.memoryBytes) - sum(other, (pod) => pod.memoryBytes) ||
    one.name.localeCompare(other.name)
  );
}

/**
 * Heaviest first, each into the fullest node that still takes it (best fit). All or nothing: without a full answer the
 * rooms are as before.
 */
function placeAll(node: PlanNode, rooms: Map<string, Headroom>, receivers: Set<string>): PlanMove[] | KeptNode {
  const source = sourceOf(node);
  const changed = new Map<string, Headroom>();
  const moves: PlanMove[] = [];
  for (const pod of movable(node).sort((one, other) => other.memoryBytes - one.memoryBytes)) {
    let best: Headroom | null = null;
    for (const known of rooms.values()) {
      const room = changed.get(known.node.name) ?? known;
      if (room.node === node || !isSafe(pod, room, source) || !isEligible(pod, room)) continue;
      const isTaking = receivers.has(room.node.name) || changed.has(room.node.name);
      if (!best || rank(room, isTaking) < rank(best, receivers.has(best.node.name) || changed.has(best.node.name)))
        best = room;
    }
    if (!best) return { nodeName: node.name, why: 'no-room', pod: { name: pod.name, stays: null } };
    changed.set(best.node.name, withPod(best, pod, source));
    moves.push({ pod, from: node.name, to: best.node.name });
  }
  for (const [name, room] of changed) {
    rooms.set(name, room);
    receivers.add(name);
  }
  return moves;
}

/** Nodes that receive already come first, so that as few nodes as possible are barred from being emptied. */
const rank = (room: Headroom, isTaking: boolean) => room.usedBytesLeft + (isTaking ? 0 : Number.MAX_SAFE_INTEGER / 2);
