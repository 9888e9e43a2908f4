import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Owners and admins of a workspace manage its webhooks: they carry what is written here to another server. */
export const manageWebhooksRefusal = (actor: Pick<Actor, 'onBehalfOf' | 'workspaceRole'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);
