import type { BulkResult, MessageSelection } from '@switchyard/contracts/messages/bulk';
import { inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { HAS_PERSISTENT_HOLD } from '../holds/persistent-holds.ts';
import { messagesStale } from '../messages.events.ts';
import { cancelRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type ChangedRows, changeMany } from './change-many.ts';
import { saveUndoState } from './save-undo-state.ts';

/**
 * Cancels the selected messages that have not been sent.
 * @returns exact counts, and the id for the undo; null: nothing was cancelled
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const cancelMany: Action<{ selection: MessageSelection }, BulkResult & { cancelId: string | null }> = async (
  { db },
  actor,
  { selection },
) => {
  const cancelId = newId();
  let part = 0;
  const spec = { action: 'message.cancel-many' as const, refusal: cancelRefusal, subject: cancelId };
  const { result } = await changeMany(db, actor, selection, spec, async (tx, rows) => {
    part += 1;
    await saveUndoState(tx, { id: cancelId, part, workspaceId: actor.workspaceId, rows });
    return cancelRows(tx, rows);
  });
  return {
    result: { ...result, cancelId: result.changed > 0 ? cancelId : null },
    events: [messagesStale(actor.workspaceId)],
  };
};

/** Cancels locked pending rows. */
export async function cancelRows(tx: Db, rows: MessageRow[]): Promise<ChangedRows> {
  const ids = rows.map(({ id }) => id);
  await tx
    .update(messages)
    .set({
      status: 'cancelled',
      holdRule: sql`case when ${HAS_PERSISTENT_HOLD} then hold_rule end`,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where(inArray(messages.id, ids));
  return { ids };
}
