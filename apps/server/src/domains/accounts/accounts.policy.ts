import { type Actor, actsAsAdmin } from '../../platform/actor.ts';

/** Administrators of the platform may look at another person's workspace, without changing anything; not through a third person's eyes. */
export const maySupport = (actor: Pick<Actor, 'role' | 'onBehalfOf'>): boolean => actsAsAdmin(actor);
