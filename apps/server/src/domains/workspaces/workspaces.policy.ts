import type { Actor } from '../../platform/http/request-context.ts';

type Member = Pick<Actor, 'workspaceRole' | 'supportMode'>;

/** Owners and admins of a workspace may rename it and set its zone and country. */
export const mayUpdateWorkspace = (actor: Member): boolean => !actor.supportMode && actor.workspaceRole !== 'member';
