import type { BulkResult, MessageSelection } from '@switchyard/contracts/messages/bulk';
import { inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { IS_HELD } from '../holds/persistent-holds.ts';
import { messagesStale } from '../messages.events.ts';
import { cancelRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type Changed, changeMany } from './change-many.ts';
import { saveUndoState } from './save-undo-state.ts';

/**
 * Takes the messages chosen out of their lanes, as far as they have not gone.
 * @returns true counts, and the id by which it can be undone; null: nothing was cancelled
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const cancelMany: Action<{ selection: MessageSelection }, BulkResult & { cancelId: string | null }> = async (
  { db },
  actor,
  { selection },
) => {
  const cancelId = newId();
  let part = 0;
  const act = { action: 'message.cancel-many' as const, may: cancelRefusal, subject: cancelId };
  const { result } = await changeMany(db, actor, selection, act, async (tx, rows) => {
    part += 1;
    await saveUndoState(tx, { id: cancelId, part, workspaceId: actor.workspaceId, rows });
    return cancelRows(tx, rows);
  });
  return {
    result: { ...result, cancelId: result.changed > 0 ? cancelId : null },
    events: [messagesStale(actor.workspaceId)],
  };
};

/** Cancels rows that are locked and waiting. */
export async function cancelRows(tx: Db, rows: MessageRow[]): Promise<Changed> {
  const ids = rows.map(({ id }) => id);
  await tx
    .update(messages)
    .set({
      status: 'cancelled',
      holdRule: sql`case when ${IS_HELD} then hold_rule end`,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where(inArray(messages.id, ids));
  return { ids };
}
