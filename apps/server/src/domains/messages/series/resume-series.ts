import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import { faultAt } from '@switchyard/contracts/text/faults';
import { inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { sendingEngineOf } from '../../engines/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import { laneDueEvents, recordSoonest } from '../bulk/move-many.ts';
import { requeueChanges } from '../change/requeue-changes.ts';
import { messagesStale } from '../messages.events.ts';
import { scheduleRefusal } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';
import { type Reader, seriesSeenBy } from '../sight.ts';
import { extendSeries } from './extend-series.ts';
import {
  lockMessagesOf,
  lockSeries,
  occurrencesFrom,
  redecide,
  type SeriesRow,
  updateSeries,
} from './series.queries.ts';

/** Refusal for a series that somebody else has stopped or resumed meanwhile. */
export const seriesTooLate = ({ state }: SeriesRow): Refusal => new Refusal('TOO_LATE', { status: state, version: 0 });

/** A series and the `updatedAt` at which the caller saw it; undefined: any state. */
export interface SeriesTarget {
  id: string;
  updatedAt?: string | undefined;
}

/** Locks a series. @throws Refusal `NOT_FOUND`; `TOO_LATE` if it has changed since the caller saw it */
export async function lockUnchanged(tx: Db, actor: Reader, { id, updatedAt }: SeriesTarget): Promise<SeriesRow> {
  const series = await lockSeries(tx, actor.workspaceId, id, await seriesSeenBy(tx, actor));
  if (updatedAt !== undefined && series.updatedAt.toISOString() !== updatedAt) throw seriesTooLate(series);
  return series;
}

/**
 * Resumes a paused or cancelled series: its messages wait again as they did, including individually edited ones, and
 * more are made. Messages that became due meanwhile are skipped, and all of them if the recipient has opted out.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `TOO_LATE`; `INVALID` if the engine of its group was deleted
 */
export const resumeSeries: Action<SeriesTarget, BulkResult> = ({ db, clock }, actor, { id, updatedAt }) =>
  db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    const now = clock.now();
    // Taken before its messages are locked: storing an opt-out waits for this lock, and locks messages later.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const series = await lockUnchanged(tx, actor, { id, updatedAt });
    if (series.state === 'active') throw seriesTooLate(series);
    if (isGroupId(series.recipient) && series.engineId === null) {
      throw invalid([faultAt('id', 'groupEngineGone')]);
    }
    const decided = await occurrencesFrom(tx, id, '');
    const stopped = new Set([...decided].filter(([, state]) => state === 'stopped').map(([slot]) => slot));
    const first = [...stopped].sort()[0];
    const rows = first === undefined ? [] : await lockMessagesOf(tx, id, first);
    const isRecipientSuppressed = (await isSuppressed(tx, actor.workspaceId, [series.recipient])).size > 0;
    const restored = rows.filter(
      ({ seriesSlot, status, dueAt, inDoubt, ack }) =>
        !isRecipientSuppressed &&
        stopped.has(seriesSlot ?? '') &&
        status === 'cancelled' &&
        !inDoubt &&
        ack === 0 &&
        dueAt > now,
    );
    const engineId = (await sendingEngineOf(tx, actor.workspaceId))?.id ?? null;
    if (restored.length > 0) {
      const ids = restored.map((row) => row.id);
      await tx
        .update(messages)
        .set({ ...requeueChanges(engineId), version: sql`version + 1`, updatedAt: sql`now()` })
        .where(inArray(messages.id, ids));
    }
    const restoredSlots = new Set(restored.map(({ seriesSlot }) => seriesSlot ?? ''));
    await redecide(tx, id, [...restoredSlots], 'made');
    await redecide(
      tx,
      id,
      [...stopped].filter((slot) => !restoredSlots.has(slot)),
      isRecipientSuppressed ? 'skipped' : 'missed',
    );
    const active = await updateSeries(tx, id, { state: 'active', pausedBecause: null });
    const { made, events } = await extendSeries(tx, active, now);
    const soonest = new Map<string, Date>();
    for (const row of restored)
      recordSoonest(soonest, row.goneEngine === null ? (row.engineId ?? engineId) : null, row.dueAt);
    const changed = restored.length + made;
    await writeAudit(tx, actor, { action: 'series.resume', subject: id, details: { changed } });
    const count = stopped.size - restored.length;
    return {
      result: { changed, left: count > 0 ? [{ why: isRecipientSuppressed ? 'unwanted' : 'past', count }] : [] },
      events: [messagesStale(actor.workspaceId), ...events, ...laneDueEvents(actor.workspaceId, soonest)],
    };
  });
