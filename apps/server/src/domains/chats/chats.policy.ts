import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** What an engine brings is kept by the workspace: whoever works in it may have it brought. */
export const fetchRefusal = changeRefusal;
/** Asking who is in a group leaves everything as it was: also support mode may. */
export const askAboutGroupsRefusal = (_actor: Pick<Actor, 'onBehalfOf'>): Refusal | null => null;
/**
 * Whoever works in a workspace may react, edit, delete and mark on its phones; whoever only looks at it for support may
 * not.
 */
export const actRefusal = changeRefusal;
