import type { ConversationStatus } from '@switchyard/contracts/inbox/views';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type ConversationAct, statusAfter } from './transitions.ts';

type By = Pick<Actor, 'onBehalfOf'>;

interface VersionedStatus {
  status: ConversationStatus;
  version: number;
}

/** Every member works in the team inbox; support mode is read-only. */
export const workRefusal = changeRefusal;

/** Owners and admins manage teams and visibility. */
export const manageRefusal = (actor: Pick<Actor, 'onBehalfOf' | 'workspaceRole'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);

/** A conversation is changed only in the version the caller has read, and only as its status allows. */
export const actRefusal = (
  actor: By,
  act: ConversationAct,
  { status, version }: VersionedStatus,
  readVersion: number,
): Refusal | null =>
  changeRefusal(actor) ??
  (version !== readVersion || statusAfter(act, status) === null ? new Refusal('TOO_LATE', { status, version }) : null);

/** A quick reply or macro is changed by its creator; a shared one also by owners and admins. */
export const changeOwnedRefusal = (
  actor: Pick<Actor, 'onBehalfOf' | 'userId' | 'workspaceRole'>,
  { ownerId, isShared }: { ownerId: string; isShared: boolean },
): Refusal | null => {
  const refused = changeRefusal(actor);
  if (refused || ownerId === actor.userId) return refused;
  if (!isShared) return new Refusal('NOT_FOUND');
  return actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null;
};

/**
 * Everybody who works in the inbox may run shared macros and their own; other people's private ones do not exist for
 * them.
 */
export const runMacroRefusal = (
  actor: Pick<Actor, 'onBehalfOf' | 'userId'>,
  { ownerId, isShared }: { ownerId: string; isShared: boolean },
): Refusal | null => changeRefusal(actor) ?? (isShared || ownerId === actor.userId ? null : new Refusal('NOT_FOUND'));
