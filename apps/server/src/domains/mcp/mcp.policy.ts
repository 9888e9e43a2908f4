import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/** All members may let programs act for them in the workspace, and revoke that; keys and support mode may not. */
export const allowClientRefusal = (actor: Pick<Actor, 'onBehalfOf' | 'key'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.key ? new Refusal('FORBIDDEN') : null);
