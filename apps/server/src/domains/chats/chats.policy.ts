import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** Files are stored in the workspace, so every member may request them. */
export const fetchRefusal = changeRefusal;
/** Reading a group's members changes nothing, so support mode may do it too. */
export const readGroupsRefusal = (_actor: Pick<Actor, 'onBehalfOf'>): Refusal | null => null;
/** Members may react, edit, delete and mark messages; support mode may not. */
export const actRefusal = changeRefusal;
