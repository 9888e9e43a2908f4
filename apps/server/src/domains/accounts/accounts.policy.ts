import { type Actor, changeRefusal, type PlatformRole } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'role' | 'onBehalfOf' | 'workspaceRole'>;

/**
 * Administrators and support of the platform may look at another person's workspace, without changing anything; not
 * through a third person's eyes.
 */
export const canSupport = (actor: Pick<Actor, 'role' | 'onBehalfOf'>): boolean =>
  actor.role !== 'user' && actor.onBehalfOf === null;

/** Nobody looks through the eyes of somebody who could look at others. */
export const canBeSupported = (person: { role: PlatformRole }): boolean => person.role === 'user';

/** Owners say what support may read of their workspace. */
export const setConsentRefusal = (actor: By): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'owner' ? null : new Refusal('FORBIDDEN'));

/** Owners and admins of a workspace make and revoke its keys; a key makes none. */
export const manageKeysRefusal = (actor: By & Pick<Actor, 'key'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' || actor.key ? new Refusal('FORBIDDEN') : null);
