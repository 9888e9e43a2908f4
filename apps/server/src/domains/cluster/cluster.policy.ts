import { isDeletionCandidate } from '@switchyard/cluster-rules/deletion';
import { known } from '@switchyard/cluster-rules/known';
import { type Actor, actsAsAdmin } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PodNow } from './find-pod.ts';
import { type Deletion, isCandidateDeletion } from './pod-deletions.ts';

/**
 * The three screens and every call behind them require the admin role (spec 001 section 6); looking at a customer's
 * workspace is no time for it.
 */
export const operateClusterRefusal = (actor: Actor): Refusal | null =>
  actsAsAdmin(actor) ? null : new Refusal('FORBIDDEN');

/**
 * A pod as it is now may be deleted for this cause. Auto-delete and whoever deletes candidates takes none that runs or
 * serves a session; the memory rule none that has ended; nobody terminates one that must stay, or interrupts a session
 * that they were not told of.
 */
export function deleteRefusal(actor: Actor, { row, sessions }: PodNow, given: Deletion): Refusal | null {
  const refusal = operateClusterRefusal(actor);
  if (refusal) return refusal;
  if (given.cause === 'memory-pressure' && row.status !== 'Running') return notCandidate(`The pod is ${row.status}`);
  if ((given.act === 'terminate' || given.cause === 'memory-pressure') && row.pinned !== undefined) {
    return new Refusal(
      'FORBIDDEN',
      undefined,
      `This pod must stay on its node (${row.pinned}); nothing was terminated.`,
    );
  }
  if (isCandidateDeletion(given)) {
    if (sessions.length > 0) return notCandidate(`The pod serves ${sessions.length} session(s)`);
    if (!isDeletionCandidate({ status: row.status, sessions: known(sessions) }))
      return notCandidate(`The pod is ${row.status}`);
  }
  const { shownSessions } = given;
  return shownSessions === undefined || sessions.every((session) => shownSessions.includes(session))
    ? null
    : new Refusal('SESSIONS_CHANGED');
}

const notCandidate = (why: string) => new Refusal('POD_NOT_CANDIDATE', undefined, `${why}; nothing was deleted.`);
