import type { DesiredEngine, EnginePod } from './engine-pod.ts';

/** What to do about one engine now. */
export type Step =
  | { kind: 'create' }
  /** `force`: the node that should end it is lost, so only the cluster's record is removed. */
  | { kind: 'delete'; pod: EnginePod; force: boolean; why: Removal }
  /** Nothing until then (milliseconds since the epoch). */
  | { kind: 'wait'; untilMs: number };

export type Removal =
  | 'not wanted'
  | 'orphan'
  | 'replaced'
  | 'out of date'
  | 'ended'
  | 'crashed'
  | 'node lost'
  | 'cannot start';

export interface Circumstances {
  nowMs: number;
  /**
   * Since when this pod is known here, by our own clock. The cluster's clock may be wrong, so a pod's own timestamps
   * serve only to order pods.
   */
  seenSinceMs: (pod: EnginePod) => number;
  /** Whether the node has been silent for so long that its pods count as lost. */
  isNodeLost: (node: string) => boolean;
  /** Whether the container was healthy during its last completed run. */
  hadBeenHealthy: (pod: EnginePod) => boolean;
  /** The current template of this engine's pods. */
  template: string;
  /** Whether a pod that is merely out of date may be replaced now; only a few at a time are. */
  mayReplaceOutdated: boolean;
  /** A shared pod runs it or still has to release it, so it needs no pod of its own. */
  isShared: boolean;
  /** Earliest time for the next pod of this engine, by its backoff. */
  mayCreateAtMs: number;
}

/** A pod that waits longer than this for its secret was left half-made: its creator died in between. */
const SECRET_TIMEOUT_MS = 60_000;
/** Delay before an out-of-date pod that may not be replaced yet is checked again. */
export const OUTDATED_RETRY_MS = 2_000;

/**
 * The steps that bring the cluster closer to an engine's row. Pure: the same state gives the same steps, so it can be
 * called at any time. Creates a pod only when no other pod of the engine is left, including terminating ones: never two
 * for one engine.
 * @param engine null if there is no such row
 */
export function planSteps(
  engine: DesiredEngine | null,
  pods: readonly EnginePod[],
  circumstances: Circumstances,
): Step[] {
  const steps: Step[] = [];
  let hasPod = false;
  for (const pod of [...pods].sort((a, b) => a.createdAtMs - b.createdAtMs)) {
    const why = reasonToRemove(engine, pod, circumstances, hasPod);
    if (why === null) {
      hasPod = true;
      continue;
    }
    const force = why === 'node lost';
    if (!pod.deleting || force) steps.push({ kind: 'delete', pod, force, why });
  }
  const isWanted = engine?.desired === 'running';
  if (isWanted && pods.length === 0 && !circumstances.isShared) {
    steps.push(
      circumstances.mayCreateAtMs <= circumstances.nowMs
        ? { kind: 'create' }
        : { kind: 'wait', untilMs: circumstances.mayCreateAtMs },
    );
  }
  const podWithoutSecret = pods.find((pod) => pod.lacksSecret && !pod.deleting);
  if (hasPod && !circumstances.mayReplaceOutdated && pods.some((pod) => pod.template !== circumstances.template)) {
    steps.push({ kind: 'wait', untilMs: circumstances.nowMs + OUTDATED_RETRY_MS });
  }
  if (hasPod && podWithoutSecret)
    steps.push({ kind: 'wait', untilMs: circumstances.seenSinceMs(podWithoutSecret) + SECRET_TIMEOUT_MS });
  return steps;
}

function reasonToRemove(
  engine: DesiredEngine | null,
  pod: EnginePod,
  { nowMs, seenSinceMs, isNodeLost, hadBeenHealthy, template, mayReplaceOutdated }: Circumstances,
  another: boolean,
): Removal | null {
  if (pod.nodeName !== null && isNodeLost(pod.nodeName)) return 'node lost';
  if (engine === null) return 'orphan';
  if (engine.desired !== 'running') return 'not wanted';
  if (pod.podRevision !== engine.podRevision || pod.tokenVersion !== engine.tokenVersion || another) return 'replaced';
  // Containers restart on their own; a pod that has ended as a whole (evicted, node shut down) never runs again.
  if (pod.phase === 'Failed' || pod.phase === 'Succeeded') return 'ended';
  if (waitsToRestart(pod) && hadBeenHealthy(pod)) return 'crashed';
  if (pod.lacksSecret && nowMs - seenSinceMs(pod) > SECRET_TIMEOUT_MS) return 'cannot start';
  if (pod.template !== template && mayReplaceOutdated) return 'out of date';
  return pod.deleting ? 'replaced' : null;
}

/**
 * The cluster waits longer after each exit, however long the container ran; only one that never becomes healthy should
 * have to.
 */
const waitsToRestart = (pod: EnginePod): boolean => pod.problem === 'CrashLoopBackOff';

/**
 * Why a shared pod is removed; null if it stays. Like an engine's own pod, except for what concerns its engines, which
 * come and go without it.
 * @param isEmpty no engine's row names it, for long enough that none is on its way
 */
export function reasonToRemoveShared(
  pod: EnginePod,
  {
    nowMs,
    seenSinceMs,
    isNodeLost,
    hadBeenHealthy,
    template,
    mayReplaceOutdated,
  }: Omit<Circumstances, 'isShared' | 'mayCreateAtMs'>,
  isEmpty: boolean,
): Removal | null {
  if (pod.nodeName !== null && isNodeLost(pod.nodeName)) return 'node lost';
  if (isEmpty) return 'not wanted';
  if (pod.phase === 'Failed' || pod.phase === 'Succeeded') return 'ended';
  if (waitsToRestart(pod) && hadBeenHealthy(pod)) return 'crashed';
  if (pod.lacksSecret && nowMs - seenSinceMs(pod) > SECRET_TIMEOUT_MS) return 'cannot start';
  return pod.template !== template && mayReplaceOutdated ? 'out of date' : null;
}
