import type { BulkResult, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { sendingEngineOf } from '../../engines/index.ts';
import { lockSuppressionsShared } from '../../suppression/index.ts';
import { isAutomated, suppressedRecipients } from '../automated/automated.ts';
import { requeueChanges } from '../change/requeue-changes.ts';
import { messagesStale } from '../messages.events.ts';
import { restoreRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findRetries } from '../messages.queries.ts';
import { messages } from '../messages.schema.ts';
import { hasOccurrence } from '../series/retime.ts';
import type { SeriesRow } from '../series/series.queries.ts';
import { messageSeries } from '../series.schema.ts';
import { changeMany } from './change-many.ts';
import { laneDueEvents, recordSoonest } from './move-many.ts';
import { takeUndoState } from './save-undo-state.ts';

/**
 * Puts messages that were cancelled together back into their lanes. Skipped: messages that changed since, or whose
 * series did; messages that became due meanwhile; and automated messages to recipients who opted out since.
 * @throws Refusal `NOT_FOUND` (unknown, or undone already), `FORBIDDEN`
 */
export const undoCancel: Action<{ cancelId: string }, BulkResult> = ({ db, clock }, actor, { cancelId }) =>
  db.transaction(async (tx) => {
    // Taken before any message is locked: storing an opt-out waits for this lock, and locks messages later.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const before = await takeUndoState(tx, actor.workspaceId, cancelId);
    const series = await lockSeriesOf(tx, [...before.keys()]);
    const engineId = (await sendingEngineOf(tx, actor.workspaceId))?.id ?? null;
    const now = clock.now();
    const soonest = new Map<string, Date>();
    const spec = {
      action: 'message.cancel-undo' as const,
      refusal: (by: typeof actor, row: Parameters<typeof restoreRefusal>[1]) =>
        row.status === 'cancelled' ? null : restoreRefusal(by, row, now),
      subject: cancelId,
    };
    // One parameter for any number of ids.
    const where = sql`${messages.id} = any(${sql.param([...before.keys()])}::uuid[])`;
    const { result } = await changeMany(tx, actor, { where }, spec, async (db, rows) => {
      const left: UnchangedReason[] = [];
      const retries = await lockOtherRetries(db, rows);
      const suppressed = await suppressedRecipients(db, actor.workspaceId, rows);
      const unchangedReason = (row: MessageRow): UnchangedReason | null => {
        if (before.get(row.id)?.version !== row.version || !canSeriesSend(series, row)) return 'changed';
        if (isAutomated(row) && suppressed.has(row.recipient)) return 'unwanted';
        if (restoreRefusal(actor, row, now) !== null) return 'past';
        return retries.has(row.retryOf) ? 'retried' : null;
      };
      const restored = rows.filter((row) => {
        const reason = unchangedReason(row);
        if (reason === null) return true;
        left.push(reason);
        return false;
      });
      for (const row of restored)
        recordSoonest(soonest, row.goneEngine === null ? (row.engineId ?? engineId) : null, row.dueAt);
      const ids = restored.map(({ id }) => id);
      await db
        .update(messages)
        .set({ ...requeueChanges(engineId), version: sql`version + 1`, updatedAt: sql`now()` })
        .where(inArray(messages.id, ids));
      return { ids, left };
    });
    return { result, events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)] };
  });

/**
 * Locks the series of these messages so that none is stopped meanwhile. Series are locked before messages, as when one
 * is stopped.
 */
async function lockSeriesOf(tx: Db, ids: readonly string[]): Promise<Map<string, SeriesRow>> {
  const { id } = messageSeries;
  const ofMessages = sql`${id} in (select series_id from messages where id = any(${sql.param([...ids])}::uuid[]))`;
  const rows = await tx.select().from(messageSeries).where(ofMessages).orderBy(id).for('share');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether the message's series would still send it: not if it was paused since, ends earlier or has other times. */
function canSeriesSend(series: ReadonlyMap<string, SeriesRow>, row: MessageRow): boolean {
  const itsSeries = row.seriesId === null ? undefined : series.get(row.seriesId);
  if (!itsSeries || row.seriesSlot === null) return true;
  // A message that was moved individually has its own zone.
  const isInZone = row.zone === itsSeries.zone || row.dueLocal !== row.seriesSlot;
  return itsSeries.state === 'active' && isInZone && hasOccurrence(itsSeries, row.seriesSlot);
}

/**
 * For cancelled retries: the failed messages that others retry meanwhile. Locks the failed messages so that nobody else
 * starts a retry.
 */
async function lockOtherRetries(tx: Db, rows: readonly MessageRow[]): Promise<Map<string | null, string>> {
  const failed = rows.flatMap(({ retryOf }) => retryOf ?? []).sort();
  if (failed.length === 0) return new Map();
  const ids = inArray(messages.id, failed);
  await tx.select({ id: messages.id }).from(messages).where(ids).orderBy(asc(messages.id)).for('update');
  return findRetries(tx, failed);
}
