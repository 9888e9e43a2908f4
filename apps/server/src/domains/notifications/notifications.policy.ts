import { type Actor, mayChange } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** Everybody marks what they themselves were told, and chooses how they are told. */
export const mayHaveOwn = (actor: Pick<Actor, 'onBehalfOf'>): Refusal | null => mayChange(actor);
