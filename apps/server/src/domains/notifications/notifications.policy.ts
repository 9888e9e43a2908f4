import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** Everybody marks their own notifications and chooses their own channels. */
export const manageOwnRefusal = (actor: Pick<Actor, 'onBehalfOf'>): Refusal | null => changeRefusal(actor);
