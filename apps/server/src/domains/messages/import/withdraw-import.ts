import type { BulkResult } from '@switchyard/contracts/message-bulk';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { cancelRows } from '../bulk/cancel-many.ts';
import { changeMany } from '../bulk/change-many.ts';
import { messagesStale } from '../messages.events.ts';
import { mayCancel, maySchedule } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';
import { messageSeries } from '../series.schema.ts';

/**
 * Undoes an import: what has not gone out is cancelled, new tries of its failed rows and what recurs of it too.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const withdrawImport: Action<{ importId: string }, BulkResult> = ({ db }, actor, { importId }) =>
  db.transaction(async (tx) => {
    authorize(maySchedule(actor));
    const imported = and(eq(messages.workspaceId, actor.workspaceId), eq(messages.importId, importId));
    const series = tx
      .select({ id: messages.seriesId })
      .from(messages)
      .where(and(imported, isNotNull(messages.seriesId)));
    await tx
      .update(messageSeries)
      .set({ state: 'cancelled', extendAt: null, updatedAt: sql`now()` })
      .where(inArray(messageSeries.id, series));
    const rows = tx.select({ id: messages.id }).from(messages).where(imported);
    const chosen = or(
      eq(messages.importId, importId),
      inArray(messages.retryOf, rows),
      inArray(messages.seriesId, series),
    );
    const act = { action: 'message.import-withdraw', subject: importId, may: mayCancel };
    const { result, asked } = await changeMany(tx, actor, { where: chosen }, act, cancelRows);
    if (asked === 0) throw new Refusal('NOT_FOUND');
    return { result, events: [messagesStale(actor.workspaceId)] };
  });
