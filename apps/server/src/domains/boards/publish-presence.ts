import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { presenceChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { requireBoard } from './boards.queries.ts';

interface Presence {
  id: string;
  itemId: string | null;
  columnId: string | null;
  hasLeft: boolean;
}

/**
 * Shows colleagues where on a board somebody is. Nothing is stored; it expires on its own. @throws Refusal `NOT_FOUND`
 */
export const publishPresence: Action<Presence, Record<string, never>> = async (
  { db },
  actor,
  { id: boardId, ...where },
) => {
  authorize(changeBoardsRefusal(actor));
  const { workspaceId, userId, fullName: name } = actor;
  await requireBoard(db, workspaceId, boardId);
  return { result: {}, events: [presenceChanged(workspaceId, { boardId, userId, name, ...where })] };
};
