import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { RunMove } from '../plan.schema.ts';

/** Creation times are whole seconds. */
const SECOND_MS = 1_000;

interface EngineStatus {
  id: string;
  podName: string | null;
  status: string;
  generation: number | null;
}

/**
 * The replacement of a moved pod once it does the pod's work; null if it does not yet. All sessions that were connected
 * must have reconnected in a later generation; a pod without such sessions must be ready. The old pod must be gone.
 * @param taken uids of other moves' replacements
 */
export function arrivalOf(
  move: RunMove,
  pods: Iterable<PodRow>,
  statuses: readonly EngineStatus[],
  taken: ReadonlySet<string>,
): Pick<RunMove, 'replacementUid' | 'landedOn'> | null {
  const since = (move.askedAtMs ?? 0) - SECOND_MS;
  const names = new Set(statuses.map((status) => status.podName));
  let found: PodRow | null = null;
  for (const pod of pods) {
    if (pod.uid === move.podUid) return null;
    if (pod.createdAtMs < since || !isReady(pod) || taken.has(pod.uid) || pod.namespace !== move.namespace) continue;
    const isReplacement = move.sessions.length > 0 ? names.has(pod.name) : isSameKind(move, pod);
    if (isReplacement && pod.createdAtMs > (found?.createdAtMs ?? 0)) found = pod;
  }
  if (!found || !move.sessions.every((session) => isBack(session, statuses))) return null;
  return { replacementUid: found.uid, landedOn: found.nodeName };
}

const isBack = (session: RunMove['sessions'][number], statuses: readonly EngineStatus[]): boolean => {
  if (!session.wasConnected) return true;
  const now = statuses.find((status) => status.id === session.engineId);
  // An engine that was deleted meanwhile never reconnects.
  return now === undefined || (now.status === 'connected' && (now.generation ?? 0) > (session.generation ?? -1));
};

function isSameKind(move: RunMove, pod: PodRow): boolean {
  return move.owner !== '' ? pod.owner === move.owner : pod.owner === '' && pod.app === move.app;
}

function isReady({ status, ready }: PodRow): boolean {
  const [readyCount, totalCount] = ready.split('/').map(Number);
  return status === 'Running' && readyCount === totalCount && (totalCount ?? 0) > 0;
}
