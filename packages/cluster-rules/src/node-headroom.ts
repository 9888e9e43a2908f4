import { PRESSURE_PERCENT } from './memory-pressure.ts';
import type { NodePlacement, PodPlacement } from './placement.ts';
import { canRunOn } from './placement.ts';
import { FORECAST_HORIZON_MS } from './pressure-forecast.ts';

/** Maximum share of allocatable memory in real use, leaving room for growth and for a pod that restarts. */
export const MEMORY_CEILING = 0.8;
const CPU_CEILING = 0.8;
/** Share of a node kept free beyond everything forecast, because bursts can't be forecast. */
const RESERVE_PERCENT = 5;
const HORIZON_MINUTES = FORECAST_HORIZON_MS / 60_000;

/** The resources a pod needs wherever it runs. */
export interface HeadroomPod {
  /** Actual usage. */
  memoryBytes: number;
  millicores: number;
  requestedBytes: number;
  requestedMillicores: number;
  placement: PodPlacement;
}

/** A node's memory growth according to the forecast. */
interface MemoryGrowth {
  fullestBytes: number;
  highestGrowthBytesPerMinute: number;
}

/** What must be known about a node before pods are sent there. */
export interface HeadroomNode {
  name: string;
  placement: NodePlacement;
  /** Ready, and not cordoned. */
  isOpen: boolean;
  capacityBytes: number;
  allocatableBytes: number;
  allocatableMillicores: number;
  maxPods: number;
  /** Actual usage of the whole node, including the system. */
  memoryBytes: number;
  millicores: number;
  /** Null if there is too little history to forecast its usage. */
  growth: MemoryGrowth | null;
  pods: readonly { requestedBytes: number; requestedMillicores: number }[];
}

/** Remaining capacity of a node. The scheduler goes by requests; whether the node stays healthy depends on usage. */
export interface Headroom {
  node: HeadroomNode;
  requestBytesLeft: number;
  requestMillicoresLeft: number;
  podsLeft: number;
  usedBytesLeft: number;
  usedMillicoresLeft: number;
  /** Bytes left before it reaches 90% within the next 30 minutes. */
  grownBytesLeft: number;
  /** Nodes whose growth is already charged: growth there may come from any of the pods that moved from there. */
  growthFrom: readonly string[];
}

/** A node that pods move away from, and how much more it may use within the horizon than now. */
interface Source {
  name: string;
  growthBytes: number;
}

/** Charges the node's growth and its current dip below its peaks: any of its pods may cause either. */
export function sourceOf(node: Pick<HeadroomNode, 'name' | 'growth' | 'memoryBytes'>): Source {
  const dipBytes = Math.max(0, (node.growth?.fullestBytes ?? 0) - node.memoryBytes);
  return { name: node.name, growthBytes: growthWithinHorizon(node.growth) + dipBytes };
}

/** How much a node may grow within 30 minutes; unknown growth is infinite. */
function growthWithinHorizon(growth: MemoryGrowth | null): number {
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
    podsLeft: node.maxPods - node.pods.length,
    usedBytesLeft: node.allocatableBytes * MEMORY_CEILING - fullestBytes,
    usedMillicoresLeft: node.allocatableMillicores * CPU_CEILING - node.millicores,
    grownBytesLeft:
      (node.capacityBytes * (PRESSURE_PERCENT - RESERVE_PERCENT)) / 100 -
      fullestBytes -
      growthWithinHorizon(node.growth),
    growthFrom: [],
  };
}

/** Memory a recreated pod will take: what it used, or what it requests if that is more. */
const expectedBytes = (pod: HeadroomPod) => Math.max(pod.memoryBytes, pod.requestedBytes);

/** Whether the scheduler could place the pod on the node. */
export function isEligible(pod: HeadroomPod, room: Headroom): boolean {
  return (
    room.node.isOpen &&
    room.podsLeft >= 1 &&
    pod.requestedBytes <= room.requestBytesLeft &&
    pod.requestedMillicores <= room.requestMillicoresLeft &&
    canRunOn(pod.placement, room.node.placement)
  );
}

/** Whether the node stays healthy with the pod: below the ceilings now, and below 90% for the next 30 minutes. */
export function isSafe(pod: HeadroomPod, room: Headroom, source: Source): boolean {
  return (
    expectedBytes(pod) <= room.usedBytesLeft &&
    pod.millicores <= room.usedMillicoresLeft &&
    expectedBytes(pod) + growthCharge(room, source) < room.grownBytesLeft
  );
}

/** The headroom once the pod runs there. */
export function withPod(room: Headroom, pod: HeadroomPod, source: Source): Headroom {
  return {
    ...room,
    requestBytesLeft: room.requestBytesLeft - pod.requestedBytes,
    requestMillicoresLeft: room.requestMillicoresLeft - pod.requestedMillicores,
    podsLeft: room.podsLeft - 1,
    usedBytesLeft: room.usedBytesLeft - expectedBytes(pod),
    usedMillicoresLeft: room.usedMillicoresLeft - pod.millicores,
    grownBytesLeft: room.grownBytesLeft - expectedBytes(pod) - growthCharge(room, source),
    growthFrom: room.growthFrom.includes(source.name) ? room.growthFrom : [...room.growthFrom, source.name],
  };
}

const growthCharge = (room: Headroom, source: Source) =>
  room.growthFrom.includes(source.name) ? 0 : source.growthBytes;
