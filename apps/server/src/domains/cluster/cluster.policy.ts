import { isDeletionCandidate } from '@switchyard/cluster-rules/deletion';
import { known } from '@switchyard/cluster-rules/known';
import { type Actor, actsAsAdmin } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PodNow } from './find-pod.ts';
import { type Deletion, isCandidateDeletion } from './pod-deletions.ts';

/**
 * The three screens and all calls behind them require the admin role (spec 001 section 6), and are refused while
 * viewing a customer's workspace.
 */
export const operateClusterRefusal = (actor: Actor): Refusal | null =>
  actsAsAdmin(actor) ? null : new Refusal('FORBIDDEN');

/**
 * Whether a pod in its current state may be deleted for this cause. Candidate deletions, by rule or person, exclude
 * pods that run or serve a session; the memory rule excludes pods that have ended. Pinned pods are never terminated,
 * and no session is interrupted that the person was not shown.
 */
export function deleteRefusal(actor: Actor, { row, sessions }: PodNow, deletion: Deletion): Refusal | null {
  const refusal = operateClusterRefusal(actor);
  if (refusal) return refusal;
  if (deletion.cause === 'memory-pressure' && row.status !== 'Running') return notCandidate(`The pod is ${row.status}`);
  if ((deletion.act === 'terminate' || deletion.cause === 'memory-pressure') && row.pinned !== undefined) {
    return new Refusal(
      'FORBIDDEN',
      undefined,
      `This pod must stay on its node (${row.pinned}); nothing was terminated.`,
    );
  }
  if (isCandidateDeletion(deletion)) {
    if (sessions.length > 0) return notCandidate(`The pod serves ${sessions.length} session(s)`);
    if (!isDeletionCandidate({ status: row.status, sessions: known(sessions) }))
      return notCandidate(`The pod is ${row.status}`);
  }
  const { shownSessions } = deletion;
  return shownSessions === undefined || sessions.every((session) => shownSessions.includes(session))
    ? null
    : new Refusal('SESSIONS_CHANGED');
}

const notCandidate = (reason: string) => new Refusal('POD_NOT_CANDIDATE', undefined, `${reason}; nothing was deleted.`);
