import { PRESSURE_PERCENT } from './memory-pressure.ts';
import type { NodePlacement, PodPlacement } from './placement.ts';
import { canRunOn } from './placement.ts';
import { FORECAST_HORIZON_MS } from './pressure-forecast.ts';

/**
 * No node is filled beyond this share of what pods may use, by real usage: room for growth and for a pod that restarts.
 */
export const MEMORY_CEILING = 0.8;
const CPU_CEILING = 0.8;
/** Kept free of a node beside all that is foreseen: a burst foretells nothing. */
const RESERVE_PERCENT = 5;
const HORIZON_MINUTES = FORECAST_HORIZON_MS / 60_000;

/** What a pod takes with it wherever it goes. */
export interface HeadroomPod {
  /** Real use. */
  memoryBytes: number;
  millicores: number;
  requestedBytes: number;
  requestedMillicores: number;
  placement: PodPlacement;
}

/** A node's growth, as the forecast has it. */
interface RoomGrowth {
  fullestBytes: number;
  highestGrowthBytesPerMinute: number;
}

/** What is needed to know of a node before pods are sent there. */
export interface HeadroomNode {
  name: string;
  placement: NodePlacement;
  /** Ready, and not cordoned. */
  isOpen: boolean;
  capacityBytes: number;
  allocatableBytes: number;
  allocatableMillicores: number;
  mostPods: number;
  /** Real use of the whole node, system included. */
  memoryBytes: number;
  millicores: number;
  /** Null: too little has been seen of it, and nobody can say what it will use. */
  growth: RoomGrowth | null;
  pods: readonly { requestedBytes: number; requestedMillicores: number }[];
}

/** What is left on a node. The scheduler goes by requests; whether the node stays well by use and growth. */
export interface Headroom {
  node: HeadroomNode;
  requestBytesLeft: number;
  requestMillicoresLeft: number;
  podsLeft: number;
  usedBytesLeft: number;
  usedMillicoresLeft: number;
  /** Until it reaches 90% within the next 30 minutes. */
  grownBytesLeft: number;
  /** Nodes whose growth it has been charged with: what grows there may be any of the pods that came from there. */
  growthFrom: readonly string[];
}

/** A node that pods come from, and by how much it may use more within the horizon than now. */
interface Source {
  name: string;
  growthBytes: number;
}

/** Its growth, and what comes and goes on it and has gone just now: both may be of any of its pods. */
export function sourceOf(node: Pick<HeadroomNode, 'name' | 'growth' | 'memoryBytes'>): Source {
  const goneNow = Math.max(0, (node.growth?.fullestBytes ?? 0) - node.memoryBytes);
  return { name: node.name, growthBytes: growthWithinHorizon(node.growth) + goneNow };
}

/** How much a node may grow within 30 minutes; unknown growth is not none. */
function growthWithinHorizon(growth: RoomGrowth | null): number {
  return growth ? Math.max(0, growth.highestGrowthBytesPerMinute) * HORIZON_MINUTES : Number.POSITIVE_INFINITY;
}

export function headroomOf(node: HeadroomNode): Headroom {
  const requested = (value: (pod: HeadroomNode['pods'][number]) => number) =>
    node.pods.reduce((sum, pod) => sum + value(pod), 0);
  const fullestBytes = Math.max(node.memoryBytes, node.growth?.fullestBytes ?? 0);
  return {
    node,
    requestBytesLeft: node.allocatableBytes - requested((pod) => pod.requestedBytes),
    requestMillicoresLeft: node.allocatableMillicores - requested((pod) => pod.requestedMillicores),
    podsLeft: node.mostPods - node.pods.length,
    usedBytesLeft: node.allocatableBytes * MEMORY_CEILING - fullestBytes,
    usedMillicoresLeft: node.allocatableMillicores * CPU_CEILING - node.millicores,
    grownBytesLeft:
      (node.capacityBytes * (PRESSURE_PERCENT - RESERVE_PERCENT)) / 100 -
      fullestBytes -
      growthWithinHorizon(node.growth),
    growthFrom: [],
  };
}

/** What a pod that is made anew will take: what it used, or what it asks for when that is more. */
const bytesTaken = (pod: HeadroomPod) => Math.max(pod.memoryBytes, pod.requestedBytes);

/** Whether the scheduler could choose the node for it. */
export function isEligible(pod: HeadroomPod, room: Headroom): boolean {
  return (
    room.node.isOpen &&
    room.podsLeft >= 1 &&
    pod.requestedBytes <= room.requestBytesLeft &&
    pod.requestedMillicores <= room.requestMillicoresLeft &&
    canRunOn(pod.placement, room.node.placement)
  );
}

/** Whether the node stays well with it: below the ceilings now, and below 90% for the next 30 minutes. */
export function isSafe(pod: HeadroomPod, room: Headroom, source: Source): boolean {
  return (
    bytesTaken(pod) <= room.usedBytesLeft &&
    pod.millicores <= room.usedMillicoresLeft &&
    bytesTaken(pod) + growthCharge(room, source) < room.grownBytesLeft
  );
}

/** The room once the pod is there. */
export function withPod(room: Headroom, pod: HeadroomPod, source: Source): Headroom {
  return {
    ...room,
    requestBytesLeft: room.requestBytesLeft - pod.requestedBytes,
    requestMillicoresLeft: room.requestMillicoresLeft - pod.requestedMillicores,
    podsLeft: room.podsLeft - 1,
    usedBytesLeft: room.usedBytesLeft - bytesTaken(pod),
    usedMillicoresLeft: room.usedMillicoresLeft - pod.millicores,
    grownBytesLeft: room.grownBytesLeft - bytesTaken(pod) - growthCharge(room, source),
    growthFrom: room.growthFrom.includes(source.name) ? room.growthFrom : [...room.growthFrom, source.name],
  };
}

const growthCharge = (room: Headroom, source: Source) =>
  room.growthFrom.includes(source.name) ? 0 : source.growthBytes;
