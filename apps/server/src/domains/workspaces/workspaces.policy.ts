import { type Actor, mayChange } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Owners and admins of a workspace may rename it and set its zone and country. */
export const mayUpdateWorkspace = (actor: Pick<Actor, 'workspaceRole' | 'onBehalfOf'>): Refusal | null =>
  mayChange(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);
