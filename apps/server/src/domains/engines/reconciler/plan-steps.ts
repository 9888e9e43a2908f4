import type { DesiredEngine, EnginePod } from './engine-pod.ts';

/** What to do about one engine now. */
export type Step =
  | { kind: 'create' }
  /** `force`: the node that should end it is gone; only the cluster's record is removed. */
  | { kind: 'delete'; pod: EnginePod; force: boolean; why: Removal }
  /** Nothing before this moment (milliseconds since the epoch). */
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
   * Since when this pod is known here, by our own clock: the cluster's may be anything, so a pod's own times serve to
   * order pods and for nothing else.
   */
  seenSinceMs: (pod: EnginePod) => number;
  /** Whether the node has been silent for so long that its pods are given up. */
  isNodeLost: (node: string) => boolean;
  /** Whether the run of this pod's container that ended last had been healthy. */
  hadBeenHealthy: (pod: EnginePod) => boolean;
  /** What pods of this engine are made from now. */
  template: string;
  /** Whether a pod that is only out of date may be replaced now: not all of them at once. */
  mayReplaceOutdated: boolean;
  /** A pod that it shares with others has it, or still has to end: no other is needed. */
  isShared: boolean;
  /** Earliest moment for the next pod of this engine, by its backoff. */
  mayCreateAtMs: number;
}

/** A pod that waits for its secret longer than this was left half-made: its maker died between the two. */
const SECRET_PATIENCE_MS = 60_000;
/** A pod that may not be replaced yet is looked at again after this. */
export const OUTDATED_RETRY_MS = 2_000;

/**
 * What brings the cluster closer to an engine's row. Pure: the same picture gives the same steps, so it can be asked as
 * often as anybody likes. A new pod is made only when no other pod of the engine is left, ending ones included: never
 * two for one engine.
 * @param engine null when there is no such row
 */
export function planSteps(engine: DesiredEngine | null, pods: readonly EnginePod[], around: Circumstances): Step[] {
  const steps: Step[] = [];
  let kept = false;
  for (const pod of [...pods].sort((one, other) => one.createdAtMs - other.createdAtMs)) {
    const why = reasonToRemove(engine, pod, around, kept);
    if (why === null) {
      kept = true;
      continue;
    }
    const force = why === 'node lost';
    if (!pod.deleting || force) steps.push({ kind: 'delete', pod, force, why });
  }
  const wanted = engine?.desired === 'running';
  if (wanted && pods.length === 0 && !around.isShared) {
    steps.push(
      around.mayCreateAtMs <= around.nowMs ? { kind: 'create' } : { kind: 'wait', untilMs: around.mayCreateAtMs },
    );
  }
  const halfMade = pods.find((pod) => pod.lacksSecret && !pod.deleting);
  if (kept && !around.mayReplaceOutdated && pods.some((pod) => pod.template !== around.template)) {
    steps.push({ kind: 'wait', untilMs: around.nowMs + OUTDATED_RETRY_MS });
  }
  if (kept && halfMade) steps.push({ kind: 'wait', untilMs: around.seenSinceMs(halfMade) + SECRET_PATIENCE_MS });
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
  // Containers restart by themselves; a pod that has ended as a whole (evicted, node shut down) never runs again.
  if (pod.phase === 'Failed' || pod.phase === 'Succeeded') return 'ended';
  if (waitsToRestart(pod) && hadBeenHealthy(pod)) return 'crashed';
  if (pod.lacksSecret && nowMs - seenSinceMs(pod) > SECRET_PATIENCE_MS) return 'cannot start';
  if (pod.template !== template && mayReplaceOutdated) return 'out of date';
  return pod.deleting ? 'replaced' : null;
}

/** The cluster waits longer each time, however long the container had run; one that never comes up has to wait so. */
const waitsToRestart = (pod: EnginePod): boolean => pod.problem === 'CrashLoopBackOff';

/**
 * Why a pod that engines share goes; null: it stays. Like an engine's own pod, but for what its engines have to do
 * with: they come and go without it.
 * @param isEmpty no engine's row names it, for so long that none is on its way to it
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
  if (pod.lacksSecret && nowMs - seenSinceMs(pod) > SECRET_PATIENCE_MS) return 'cannot start';
  return pod.template !== template && mayReplaceOutdated ? 'out of date' : null;
}
