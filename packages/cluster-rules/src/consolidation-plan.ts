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
} from './node-headroom.ts';

/**
 * Why a pod stays on its node. `DaemonSet` and `mirror` pods disappear with their node and don't prevent draining it;
 * every other reason does. The other reasons are those that cluster-autoscaler and descheduler respect too.
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
  /** Cost of the node per hour; null if unknown. */
  costPerHour: number | null;
  pods: readonly PlanPod[];
}

export interface PlanMove {
  pod: PlanPod;
  from: string;
  to: string;
}

/** One node to drain: its moves in order, and what the cluster no longer needs once it is gone. */
export interface PlanStep {
  node: PlanNode;
  moves: PlanMove[];
}

/** A node that is not drained, and the pod that prevents it, if any. */
export interface KeptNode {
  nodeName: string;
  why: KeptReason;
  pod: { name: string; stays: PodStayReason | null } | null;
}

export interface ConsolidationPlan {
  steps: PlanStep[];
  kept: KeptNode[];
}

/** Whether a pod belongs to its node (DaemonSet, mirror) and is never moved. */
export const isNodeBound = (pod: Pick<PlanPod, 'stays'>): boolean =>
  pod.stays === 'DaemonSet' || pod.stays === 'mirror';

/**
 * Plans which nodes can be drained and where their pods go. Nodes with the fewest sessions are tried first, then the
 * most expensive. A node is drained only if every one of its pods fits on remaining nodes of the same type: where the
 * scheduler may put it, and where it causes no pressure within the next 30 minutes. A node that has received pods is
 * never drained in the same plan, so no pod moves twice. Yields after each node examined, so that the caller can do
 * other work in between.
 */
export function* planIncrementally(
  nodes: readonly PlanNode[],
  maxSteps = 50,
): Generator<void, ConsolidationPlan, undefined> {
  const plan: ConsolidationPlan = { steps: [], kept: [] };
  for (const type of ['gateway', 'normal'] as const) {
    const rooms = new Map(nodes.filter((node) => node.type === type).map((node) => [node.name, headroomOf(node)]));
    const receivers = new Set<string>();
    for (const node of nodes.filter((node) => node.type === type).sort(byEffort)) {
      if (plan.steps.length >= maxSteps) return plan;
      const blocker = findBlocker(node, rooms, receivers);
      const moves = blocker ?? placeAll(node, rooms, receivers);
      if (Array.isArray(moves)) {
        rooms.delete(node.name);
        plan.steps.push({ node, moves });
      } else plan.kept.push(moves);
      yield;
    }
  }
  return plan;
}

/** Runs {@link planIncrementally} to the end at once. */
export function planConsolidation(nodes: readonly PlanNode[], maxSteps?: number): ConsolidationPlan {
  const steps = planIncrementally(nodes, maxSteps);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Why a node can't be drained, before its pods are placed; null if nothing prevents it. */
function findBlocker(
  node: PlanNode,
  rooms: ReadonlyMap<string, Headroom>,
  receivers: ReadonlySet<string>,
): KeptNode | null {
  const keptNode = (why: KeptReason): KeptNode => ({ nodeName: node.name, why, pod: null });
  if (!node.isOpen) return keptNode('not-open');
  if (node.isControlPlane) return keptNode('control-plane');
  if (receivers.has(node.name)) return keptNode('receives');
  for (const { name, stays } of node.pods) {
    if (stays && stays !== 'DaemonSet' && stays !== 'mirror') return { ...keptNode('pod-stays'), pod: { name, stays } };
  }
  if (![...rooms.values()].some((room) => room.node !== node && room.node.isOpen)) return keptNode('last-of-its-type');
  return node.growth === null && movable(node).length > 0 ? keptNode('growth-unknown') : null;
}

export const movable = (node: Pick<PlanNode, 'pods'>): PlanPod[] => node.pods.filter((pod) => pod.stays === undefined);

/** Fewest sessions first, then the most expensive, then the least memory to move: least disruption, most savings. */
function byEffort(left: PlanNode, right: PlanNode): number {
  const sum = (node: PlanNode, value: (pod: PlanPod) => number) =>
    movable(node).reduce((total, pod) => total + value(pod), 0);
  return (
    sum(left, (pod) => pod.sessions) - sum(right, (pod) => pod.sessions) ||
    (right.costPerHour ?? 0) - (left.costPerHour ?? 0) ||
    sum(left, (pod) => pod.memoryBytes) - sum(right, (pod) => pod.memoryBytes) ||
    left.name.localeCompare(right.name)
  );
}

/**
 * Places a node's pods, heaviest first, each on the fullest node that still takes it (best fit). All or nothing: if one
 * pod doesn't fit, `rooms` is unchanged.
 */
function placeAll(node: PlanNode, rooms: Map<string, Headroom>, receivers: Set<string>): PlanMove[] | KeptNode {
  const source = sourceOf(node);
  const changed = new Map<string, Headroom>();
  const moves: PlanMove[] = [];
  for (const pod of movable(node).sort((left, right) => right.memoryBytes - left.memoryBytes)) {
    let best: Headroom | null = null;
    for (const original of rooms.values()) {
      const room = changed.get(original.node.name) ?? original;
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

/** Prefers nodes that already receive pods, so that as few nodes as possible are excluded from draining. */
const rank = (room: Headroom, isTaking: boolean) => room.usedBytesLeft + (isTaking ? 0 : Number.MAX_SAFE_INTEGER / 2);
