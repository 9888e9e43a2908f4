import { type Actor, changeRefusal, type PlatformRole } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'role' | 'onBehalfOf' | 'workspaceRole'>;

/** Platform admins and support may view another person's workspace read-only, but not from within support mode. */
export const canSupport = (actor: Pick<Actor, 'role' | 'onBehalfOf'>): boolean =>
  actor.role !== 'user' && actor.onBehalfOf === null;

/** People who could support others cannot be supported themselves. */
export const canBeSupported = (person: { role: PlatformRole }): boolean => person.role === 'user';

/** Only owners decide what support may read of their workspace. */
export const setConsentRefusal = (actor: By): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'owner' ? null : new Refusal('FORBIDDEN'));

/** Owners and admins of a workspace create and revoke its keys; a key cannot create keys. */
export const manageKeysRefusal = (actor: By & Pick<Actor, 'key'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' || actor.key ? new Refusal('FORBIDDEN') : null);
