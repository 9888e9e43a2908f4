import type { Actor } from '../../platform/http/request-context.ts';

type Payer = Pick<Actor, 'role' | 'workspaceRole' | 'supportMode'>;

/**
 * Who may change a plan without paying: in the demo the workspace's owner, to try both plans; elsewhere only an admin of the platform, who
 * settles payment outside it.
 */
export const mayChangePlan = (actor: Payer, { demo }: { demo: boolean }): boolean =>
  !actor.supportMode && (actor.role === 'admin' || (demo && actor.workspaceRole === 'owner'));
