import type { BulkResult, MessageSelection } from '@switchyard/contracts/message-bulk';
import { inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { OVERDUE_HOLD } from '../lasting-holds.ts';
import { messagesStale } from '../messages.events.ts';
import { mayCancel } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type Changed, changeMany } from './change-many.ts';

/** Takes the messages chosen out of their lanes, as far as they have not gone. @throws Refusal `FORBIDDEN`, `INVALID` */
export const cancelMany: Action<{ selection: MessageSelection }, BulkResult> = async ({ db }, actor, { selection }) => {
  const act = { action: 'message.cancel-many', may: mayCancel };
  const { result } = await changeMany(db, actor, selection, act, cancelRows);
  return { result, events: [messagesStale(actor.workspaceId)] };
};

/** Cancels rows that are locked and waiting. */
export async function cancelRows(tx: Db, rows: MessageRow[]): Promise<Changed> {
  const ids = rows.map(({ id }) => id);
  await tx
    .update(messages)
    .set({
      status: 'cancelled',
      holdRule: sql`case when hold_rule = ${OVERDUE_HOLD} then hold_rule end`,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where(inArray(messages.id, ids));
  return { ids };
}
