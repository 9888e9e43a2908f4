import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { RunMove } from '../plan.schema.ts';

/** Creation times are whole seconds. */
const SECOND_MS = 1_000;

interface Standing {
  id: string;
  podName: string | null;
  status: string;
  generation: number | null;
}

/**
 * The replacement of a moved pod once it does what the pod did; null: not yet. Every session that was connected is
 * connected anew, by a later generation's own word; a pod without such sessions is ready. The pod itself must be gone.
 * @param taken uids of replacements that are other moves'
 */
export function arrivalOf(
  move: RunMove,
  pods: Iterable<PodRow>,
  standings: readonly Standing[],
  taken: ReadonlySet<string>,
): Pick<RunMove, 'replacementUid' | 'landedOn'> | null {
  const since = (move.askedAtMs ?? 0) - SECOND_MS;
  const names = new Set(standings.map((standing) => standing.podName));
  let found: PodRow | null = null;
  for (const pod of pods) {
    if (pod.uid === move.podUid) return null;
    if (pod.createdAtMs < since || !isReady(pod) || taken.has(pod.uid) || pod.namespace !== move.namespace) continue;
    const isInItsPlace = move.sessions.length > 0 ? names.has(pod.name) : isOfTheSameKind(move, pod);
    if (isInItsPlace && pod.createdAtMs > (found?.createdAtMs ?? 0)) found = pod;
  }
  if (!found || !move.sessions.every((session) => isBack(session, standings))) return null;
  return { replacementUid: found.uid, landedOn: found.nodeName };
}

const isBack = (session: RunMove['sessions'][number], standings: readonly Standing[]): boolean => {
  if (!session.wasConnected) return true;
  const now = standings.find((standing) => standing.id === session.engineId);
  // An engine that was removed meanwhile comes back nowhere.
  return now === undefined || (now.status === 'connected' && (now.generation ?? 0) > (session.generation ?? -1));
};

function isOfTheSameKind(move: RunMove, pod: PodRow): boolean {
  return move.owner !== '' ? pod.owner === move.owner : pod.owner === '' && pod.app === move.app;
}

function isReady({ status, ready }: PodRow): boolean {
  const [some, all] = ready.split('/').map(Number);
  return status === 'Running' && some === all && (all ?? 0) > 0;
}
