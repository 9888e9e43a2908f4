import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Only owners and admins manage webhooks, because webhooks send message texts to another server. */
export const manageWebhooksRefusal = (actor: Pick<Actor, 'onBehalfOf' | 'workspaceRole'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);
