import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** Everybody marks what they themselves were told, and chooses how they are told. */
export const haveOwnRefusal = (actor: Pick<Actor, 'onBehalfOf'>): Refusal | null => changeRefusal(actor);
