import { and, eq, isNull } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { triggerItemRuns } from '../automations/index.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { findItem, findTitle } from './boards.queries.ts';
import { boardColumns, itemHistory } from './boards.schema.ts';

/**
 * Triggers the automations that wait for an item's button, in the transaction that records who pressed it.
 * @throws Refusal `NOT_FOUND` if there is no such button, or the item is deleted
 */
export const pressButton: Action<{ id: string; columnId: string }, { setOff: number }> = (
  { db },
  actor,
  { id, columnId },
) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId, userId } = actor;
    const item = await findItem(tx, workspaceId, id);
    const { boardId, version } = item;
    const isButton = and(eq(boardColumns.type, 'button'), isNull(boardColumns.deletedAt));
    const [button] = await tx
      .select({ id: boardColumns.id })
      .from(boardColumns)
      .where(and(eq(boardColumns.id, columnId), eq(boardColumns.boardId, boardId), isButton))
      .for('share');
    if (!button || item.deletedAt !== null) throw new Refusal('NOT_FOUND');
    await tx.insert(itemHistory).values({ itemId: id, act: 'pressed', userId, columnId, version });
    const titleOf = () => findTitle(tx, item);
    const happened = { kind: 'buttonPressed', columnId } as const;
    const { triggered, events } = await triggerItemRuns(tx, {
      workspaceId,
      boardId,
      items: [{ itemId: id, titleOf, happened }],
    });
    return {
      result: { setOff: triggered },
      events: [boardChanged(workspaceId, { boardId, item: { id, version }, columnId }), ...events],
    };
  });
