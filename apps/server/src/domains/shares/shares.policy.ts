import type { Actor } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';
import { changeBoardsRefusal } from '../boards/index.ts';

/** Anybody who may change a board may share it. */
export { changeBoardsRefusal as shareRefusal, readItemsRefusal as readSharesRefusal } from '../boards/index.ts';

/** Only those who may admit members may hand out links that do. */
export const inviteRefusal = (actor: Pick<Actor, 'workspaceRole' | 'onBehalfOf'>): Refusal | null =>
  changeBoardsRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);
