import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/**
 * Whoever works in a workspace lets programs in there in their own name, and keeps them out again; no key does, and
 * nobody through another person's eyes.
 */
export const allowClientRefusal = (actor: Pick<Actor, 'onBehalfOf' | 'key'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.key ? new Refusal('FORBIDDEN') : null);
