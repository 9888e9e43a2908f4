import { BYTES_PER_MI } from './usage.ts';

/** A node is under pressure at this memory percentage or more (spec 001 section 9). */
export const PRESSURE_PERCENT = 90;
/** Only a Running pod that uses at least this much is worth terminating (spec 001 section 9). */
export const PRESSURE_POD_BYTES = 3000 * BYTES_PER_MI;
/** Cooldown of a node after a terminate signal was sent to one of its pods (spec 001 sections 4 and 9). */
export const COOLDOWN_MS = 1_200_000;
/** Auto mode acts at most every 5 minutes and asks every 5 seconds whether that time has come (spec 001 section 9). */
export const AUTO_INTERVAL_MS = 300_000;
export const AUTO_CHECK_MS = 5_000;
/** The list of cooling nodes refreshes every second (spec 001 section 9). */
export const COOLDOWN_REFRESH_MS = 1_000;

export interface PressurePod {
  name: string;
  status: string;
  /** Null if not measured. */
  memoryBytes: number | null;
  /** Why the pod must not be terminated to relieve its node; such a pod is skipped. */
  pinned?: string | undefined;
}

export interface PressureNode<Pod extends PressurePod = PressurePod> {
  name: string;
  /** Both are null if not measured. */
  memoryPercent: number | null;
  memoryBytes: number | null;
  pods: readonly Pod[];
}

/** When a terminate signal was last sent, by node name, in milliseconds since 1970. */
export type Cooldowns = Readonly<Record<string, number>>;

/** Remaining cooldown of a node; 0 if none. A time in the future (after a clock was set back) counts as now. */
export function cooldownLeftMs(cooldowns: Cooldowns, nodeName: string, nowMs: number): number {
  const sentAtMs = Object.hasOwn(cooldowns, nodeName) ? cooldowns[nodeName] : undefined;
  if (sentAtMs === undefined) return 0;
  return Math.max(0, Math.min(sentAtMs, nowMs) + COOLDOWN_MS - nowMs);
}

/** Records a signal and drops nodes whose cooldown is over. */
export function withCooldown(cooldowns: Cooldowns, nodeName: string, nowMs: number): Record<string, number> {
  const cooling = Object.entries(cooldowns).filter(([name]) => cooldownLeftMs(cooldowns, name, nowMs) > 0);
  return { ...Object.fromEntries(cooling), [nodeName]: nowMs };
}

/** Nodes in cooldown, the longest remaining first. */
export function coolingNodes(cooldowns: Cooldowns, nowMs: number): { nodeName: string; leftMs: number }[] {
  return Object.keys(cooldowns)
    .map((nodeName) => ({ nodeName, leftMs: cooldownLeftMs(cooldowns, nodeName, nowMs) }))
    .filter(({ leftMs }) => leftMs > 0)
    .sort((left, right) => right.leftMs - left.leftMs || left.nodeName.localeCompare(right.nodeName));
}

/**
 * The pod of a node that the trigger may terminate: the unpinned Running pod with the most memory, if it uses at least
 * 3000 Mi. Returns null if there is none, or if an unmeasured pod may be heavier, judging by the node's memory beyond
 * that of its measured pods.
 */
export function pressurePod<Pod extends PressurePod>(node: PressureNode<Pod>): Pod | null {
  let heaviest: { pod: Pod; bytes: number } | null = null;
  let isAllMeasured = true;
  let measured = 0;
  for (const pod of node.pods) {
    const bytes = pod.memoryBytes;
    measured += bytes ?? 0;
    if (pod.status !== 'Running' || pod.pinned) continue;
    if (bytes === null) isAllMeasured = false;
    else if (!heaviest || bytes > heaviest.bytes || (bytes === heaviest.bytes && pod.name < heaviest.pod.name)) {
      heaviest = { pod, bytes };
    }
  }
  if (!heaviest || heaviest.bytes < PRESSURE_POD_BYTES) return null;
  const unmeasured = isAllMeasured ? 0 : (node.memoryBytes ?? Number.POSITIVE_INFINITY) - measured;
  return unmeasured < heaviest.bytes ? heaviest.pod : null;
}

/**
 * The target of the terminate trigger (spec 001 sections 5 and 9): the fullest node at 90% memory or more that is not
 * in cooldown and has a Running pod of at least 3000 Mi; on it, the pod with the most memory. Unmeasured nodes are
 * skipped. Returns null if there is nothing to do.
 */
export function terminateTarget<Pod extends PressurePod, Node extends PressureNode<Pod>>(
  nodes: readonly (Node & PressureNode<Pod>)[],
  cooldowns: Cooldowns,
  nowMs: number,
): { node: Node; pod: Pod } | null {
  let fullest: { node: Node; pod: Pod; percent: number } | null = null;
  for (const node of nodes) {
    const percent = node.memoryPercent ?? 0;
    if (!(percent >= PRESSURE_PERCENT) || cooldownLeftMs(cooldowns, node.name, nowMs) > 0) continue;
    if (fullest && fullest.percent >= percent) continue;
    const pod = pressurePod<Pod>(node);
    if (pod) fullest = { node, pod, percent };
  }
  return fullest && { node: fullest.node, pod: fullest.pod };
}

/**
 * Whether auto mode may act: 5 minutes have passed since it last did (spec 001 section 9). A last time in the future
 * counts as now.
 */
export function isAutoDue(lastAutoMs: number | null, nowMs: number): boolean {
  return lastAutoMs === null || nowMs - Math.min(lastAutoMs, nowMs) >= AUTO_INTERVAL_MS;
}

/** Milliseconds until auto mode may act again. */
export function autoLeftMs(lastAutoMs: number | null, nowMs: number): number {
  return lastAutoMs === null ? 0 : Math.max(0, Math.min(lastAutoMs, nowMs) + AUTO_INTERVAL_MS - nowMs);
}
