import { type Actor, mayChange } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type Payer = Pick<Actor, 'role' | 'workspaceRole' | 'onBehalfOf'>;

/**
 * Who may change a plan without paying: in the demo the workspace's owner, to try both plans; elsewhere only an admin of the platform, who
 * settles payment outside it.
 */
export const mayChangePlan = (actor: Payer, { demo }: { demo: boolean }): Refusal | null =>
  mayChange(actor) ??
  (actor.role === 'admin' || (demo && actor.workspaceRole === 'owner') ? null : new Refusal('FORBIDDEN'));
