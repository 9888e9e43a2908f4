import { type Actor, mayChange } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** What an engine brings is kept by the workspace: whoever works in it may have it brought. */
export const mayFetch = mayChange;
/** Asking who is in a group leaves everything as it was: also support mode may. */
export const mayAskAboutGroups = (_actor: Pick<Actor, 'onBehalfOf'>): Refusal | null => null;
