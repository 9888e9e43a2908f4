import type { BulkResult, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { sendingEngineOf } from '../../engines/index.ts';
import { lockSuppressionsShared } from '../../suppression/index.ts';
import { isAutomated, suppressedRecipients } from '../automated/automated.ts';
import { messagesStale } from '../messages.events.ts';
import { restoreRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findRetries } from '../messages.queries.ts';
import { messages } from '../messages.schema.ts';
import { comesAt } from '../series/retime.ts';
import type { SeriesRow } from '../series/series.queries.ts';
import { messageSeries } from '../series.schema.ts';
import { requeueChanges } from '../change/requeue-changes.ts';
import { changeMany } from './change-many.ts';
import { laneDueEvents, noteSoonest } from './move-many.ts';
import { takeBefore } from './save-undo-state.ts';

/**
 * Has messages that were cancelled together wait again. Left as they are: what was changed since, itself or its series,
 * what was due meanwhile, and what a rule sent to whoever has asked for no more since.
 * @throws Refusal `NOT_FOUND` (never was, or undone already), `FORBIDDEN`
 */
export const undoCancel: Action<{ cancelId: string }, BulkResult> = ({ db, clock }, actor, { cancelId }) =>
  db.transaction(async (tx) => {
    // Before any message is locked: whoever stores a wish waits for those that wait.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const before = await takeBefore(tx, actor.workspaceId, cancelId);
    const series = await heldSeries(tx, [...before.keys()]);
    const engineId = (await sendingEngineOf(tx, actor.workspaceId))?.id ?? null;
    const now = clock.now();
    const soonest = new Map<string, Date>();
    const act = {
      action: 'message.cancel-undo' as const,
      may: (by: typeof actor, row: Parameters<typeof restoreRefusal>[1]) =>
        row.status === 'cancelled' ? null : restoreRefusal(by, row, now),
      subject: cancelId,
    };
    // One parameter for any number of ids.
    const where = sql`${messages.id} = any(${sql.param([...before.keys()])}::uuid[])`;
    const { result } = await changeMany(tx, actor, { where }, act, async (db, rows) => {
      const left: UnchangedReason[] = [];
      const again = await otherTries(db, rows);
      const unwanted = await suppressedRecipients(db, actor.workspaceId, rows);
      const whyNot = (row: MessageRow): UnchangedReason | null => {
        if (before.get(row.id)?.version !== row.version || !isSentBy(series, row)) return 'changed';
        if (isAutomated(row) && unwanted.has(row.recipient)) return 'unwanted';
        if (restoreRefusal(actor, row, now) !== null) return 'past';
        return again.has(row.retryOf) ? 'retried' : null;
      };
      const back = rows.filter((row) => {
        const why = whyNot(row);
        if (why === null) return true;
        left.push(why);
        return false;
      });
      for (const row of back)
        noteSoonest(soonest, row.goneEngine === null ? (row.engineId ?? engineId) : null, row.dueAt);
      const ids = back.map(({ id }) => id);
      await db
        .update(messages)
        .set({ ...requeueChanges(engineId), version: sql`version + 1`, updatedAt: sql`now()` })
        .where(inArray(messages.id, ids));
      return { ids, left };
    });
    return { result, events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)] };
  });

/**
 * The series of these messages, which nobody stops before it is done; locked before any message, as by whoever stops
 * one.
 */
async function heldSeries(tx: Db, ids: readonly string[]): Promise<Map<string, SeriesRow>> {
  const { id } = messageSeries;
  const theirs = sql`${id} in (select series_id from messages where id = any(${sql.param([...ids])}::uuid[]))`;
  const rows = await tx.select().from(messageSeries).where(theirs).orderBy(id).for('share');
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Whether nothing keeps a message's series from sending it: one that was paused since, ends before it, or comes at
 * other times, does.
 */
function isSentBy(series: ReadonlyMap<string, SeriesRow>, row: MessageRow): boolean {
  const of = row.seriesId === null ? undefined : series.get(row.seriesId);
  if (!of || row.seriesSlot === null) return true;
  // What was moved by itself has a zone of its own.
  const isInZone = row.zone === of.zone || row.dueLocal !== row.seriesSlot;
  return of.state === 'active' && isInZone && comesAt(of, row.seriesSlot);
}

/**
 * Of cancelled new tries: which failed messages others try again meanwhile; they are locked, so that nobody does from
 * now on.
 */
async function otherTries(tx: Db, rows: readonly MessageRow[]): Promise<Map<string | null, string>> {
  const failed = rows.flatMap(({ retryOf }) => retryOf ?? []).sort();
  if (failed.length === 0) return new Map();
  const ids = inArray(messages.id, failed);
  await tx.select({ id: messages.id }).from(messages).where(ids).orderBy(asc(messages.id)).for('update');
  return findRetries(tx, failed);
}
