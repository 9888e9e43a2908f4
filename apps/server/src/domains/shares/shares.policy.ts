import type { Actor } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';
import { changeBoardsRefusal } from '../boards/index.ts';

/** Everyone who may change a board shares it. */
export { changeBoardsRefusal as shareRefusal, readItemsRefusal as readSharesRefusal } from '../boards/index.ts';

/** Whoever admits people to the workspace gives out links that do. */
export const inviteRefusal = (actor: Pick<Actor, 'workspaceRole' | 'onBehalfOf'>): Refusal | null =>
  changeBoardsRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);
