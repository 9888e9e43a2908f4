import type { NodeType } from '@switchyard/contracts/cluster-rows';

/** No node is filled beyond this share of what pods may use, by real usage: room for growth and for a pod that restarts. */
export const MEMORY_CEILING = 0.8;
export const CPU_CEILING = 0.8;

export interface PlanPod {
  uid: string;
  name: string;
  namespace: string;
  memoryBytes: number;
  millicores: number;
  requestedBytes: number;
  requestedMillicores: number;
  sessions: number;
  /** Why it must stay where it is. A DaemonSet's or mirror pod goes with its node and does not keep it from being emptied. */
  pinned?: string | undefined;
}

export interface PlanNode {
  name: string;
  type: NodeType;
  /** Only schedulable nodes take pods in or are emptied. */
  isReady: boolean;
  allocatableBytes: number;
  allocatableMillicores: number;
  /** Real usage of the whole node, system included. */
  memoryBytes: number;
  millicores: number;
  pods: readonly PlanPod[];
}

export interface PlanMove {
  pod: PlanPod;
  from: string;
  to: string;
}

/** One node to empty: its moves in order, and what the cluster no longer needs once it is gone. */
export interface PlanStep {
  nodeName: string;
  type: NodeType;
  moves: PlanMove[];
  movedSessions: number;
  movedBytes: number;
  savedBytes: number;
  savedMillicores: number;
}

export interface ConsolidationPlan {
  steps: PlanStep[];
  savedBytes: number;
  savedMillicores: number;
  movedSessions: number;
}

interface Room {
  node: PlanNode;
  /** Left until the ceiling, by real usage. */
  usedBytesLeft: number;
  usedMillicoresLeft: number;
  /** Left for the scheduler, by requests. */
  requestBytesLeft: number;
  requestMillicoresLeft: number;
}

/**
 * Which nodes can be emptied and where their pods go. Nodes are tried from the fewest sessions on; a node is emptied only if every one of its
 * movable pods finds a place on nodes of its own type that stay, both by real usage (up to {@link MEMORY_CEILING}) and by requests. A node that has
 * taken pods in is never emptied in the same plan, so no pod moves twice.
 */
export function planConsolidation(nodes: readonly PlanNode[], mostSteps = 50): ConsolidationPlan {
  const steps: PlanStep[] = [];
  for (const type of ['gateway', 'normal'] as const) {
    const rooms = new Map(
      nodes.filter((node) => node.isReady && node.type === type).map((node) => [node.name, roomOf(node)]),
    );
    const receivers = new Set<string>();
    const order = [...rooms.values()].map((room) => room.node).sort(byEffort);
    for (const node of order) {
      if (steps.length >= mostSteps || rooms.size < 2) break;
      if (receivers.has(node.name) || node.pods.some((pod) => pod.pinned && !goesWithItsNode(pod.pinned))) continue;
      const others = [...rooms.values()].filter((room) => room.node !== node);
      const moves = placeAll(node, others, receivers);
      if (!moves) continue;
      rooms.delete(node.name);
      for (const move of moves) receivers.add(move.to);
      steps.push(stepOf(node, moves));
    }
  }
  const total = (value: (step: PlanStep) => number) => steps.reduce((sum, step) => sum + value(step), 0);
  return {
    steps,
    savedBytes: total((step) => step.savedBytes),
    savedMillicores: total((step) => step.savedMillicores),
    movedSessions: total((step) => step.movedSessions),
  };
}

function goesWithItsNode(pinned: string): boolean {
  return pinned === 'DaemonSet' || pinned === 'mirror';
}

const movable = (node: PlanNode) => node.pods.filter((pod) => !pod.pinned);

/** Fewest sessions first, then least memory to move: the least disturbance for a whole node. */
function byEffort(one: PlanNode, other: PlanNode): number {
  const effort = (node: PlanNode) => movable(node).reduce((sum, pod) => sum + pod.sessions, 0);
  const bytes = (node: PlanNode) => movable(node).reduce((sum, pod) => sum + pod.memoryBytes, 0);
  return effort(one) - effort(other) || bytes(one) - bytes(other) || one.name.localeCompare(other.name);
}

function roomOf(node: PlanNode): Room {
  const requested = (value: (pod: PlanPod) => number) => node.pods.reduce((sum, pod) => sum + value(pod), 0);
  return {
    node,
    usedBytesLeft: node.allocatableBytes * MEMORY_CEILING - node.memoryBytes,
    usedMillicoresLeft: node.allocatableMillicores * CPU_CEILING - node.millicores,
    requestBytesLeft: node.allocatableBytes - requested((pod) => pod.requestedBytes),
    requestMillicoresLeft: node.allocatableMillicores - requested((pod) => pod.requestedMillicores),
  };
}

/** Heaviest first, each into the fullest node that still takes it (best fit). All or nothing: without a full answer the rooms are as before. */
function placeAll(node: PlanNode, others: readonly Room[], receivers: ReadonlySet<string>): PlanMove[] | null {
  const moves: PlanMove[] = [];
  const taken: [Room, PlanPod][] = [];
  for (const pod of [...movable(node)].sort((a, b) => b.memoryBytes - a.memoryBytes)) {
    const room = bestFit(pod, others, receivers);
    if (!room) {
      for (const [rest, moved] of taken) take(rest, moved, -1);
      return null;
    }
    take(room, pod, 1);
    taken.push([room, pod]);
    moves.push({ pod, from: node.name, to: room.node.name });
  }
  return moves;
}

/** Nodes that receive already come first, so that as few nodes as possible are barred from being emptied. */
function bestFit(pod: PlanPod, rooms: readonly Room[], receivers: ReadonlySet<string>): Room | null {
  let best: Room | null = null;
  for (const room of rooms) {
    if (!fits(pod, room)) continue;
    if (!best || rank(room, receivers) < rank(best, receivers)) best = room;
  }
  return best;
}

function rank(room: Room, receivers: ReadonlySet<string>): number {
  return room.usedBytesLeft + (receivers.has(room.node.name) ? 0 : Number.MAX_SAFE_INTEGER / 2);
}

function fits(pod: PlanPod, room: Room): boolean {
  return (
    Math.max(pod.memoryBytes, pod.requestedBytes) <= room.usedBytesLeft &&
    pod.millicores <= room.usedMillicoresLeft &&
    pod.requestedBytes <= room.requestBytesLeft &&
    pod.requestedMillicores <= room.requestMillicoresLeft
  );
}

function take(room: Room, pod: PlanPod, sign: 1 | -1): void {
  room.usedBytesLeft -= sign * Math.max(pod.memoryBytes, pod.requestedBytes);
  room.usedMillicoresLeft -= sign * pod.millicores;
  room.requestBytesLeft -= sign * pod.requestedBytes;
  room.requestMillicoresLeft -= sign * pod.requestedMillicores;
}

function stepOf(node: PlanNode, moves: PlanMove[]): PlanStep {
  return {
    nodeName: node.name,
    type: node.type,
    moves,
    movedSessions: moves.reduce((sum, move) => sum + move.pod.sessions, 0),
    movedBytes: moves.reduce((sum, move) => sum + move.pod.memoryBytes, 0),
    savedBytes: node.allocatableBytes,
    savedMillicores: node.allocatableMillicores,
  };
}

/** Creation times are whole seconds. */
const SECOND_MS = 1_000;

/**
 * Whether a pod that could run anywhere was made on the node since the step began: the node fills again as fast as it is emptied.
 * @param here the pods on the node now; times by the cluster's clock
 */
export function isRefilled(
  step: PlanStep,
  here: readonly { uid: string; createdAtMs: number; pinned?: string | undefined }[],
  startedAtMs: number,
): boolean {
  const planned = new Set(step.moves.map((move) => move.pod.uid));
  return here.some((pod) => !planned.has(pod.uid) && !pod.pinned && pod.createdAtMs >= startedAtMs - SECOND_MS);
}
