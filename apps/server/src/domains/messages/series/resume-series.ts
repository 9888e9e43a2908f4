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
import { laneDueEvents, noteSoonest } from '../bulk/move-many.ts';
import { messagesStale } from '../messages.events.ts';
import { scheduleRefusal } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';
import { type Reader, seriesSeenBy } from '../sight.ts';
import { requeueChanges } from '../change/requeue-changes.ts';
import { extendSeries } from './extend-series.ts';
import {
  lockMessagesOf,
  lockSeries,
  occurrencesFrom,
  redecide,
  type SeriesRow,
  updateSeries,
} from './series.queries.ts';

/** Somebody else has stopped or resumed it meanwhile. */
export const seriesTooLate = ({ state }: SeriesRow): Refusal => new Refusal('TOO_LATE', { status: state, version: 0 });

/** A series, and how it was seen; `updatedAt` left out: however it stands. */
export interface SeriesTarget {
  id: string;
  updatedAt?: string | undefined;
}

/** @throws Refusal `NOT_FOUND`; `TOO_LATE` when it has changed since it was seen */
export async function lockSeen(tx: Db, actor: Reader, { id, updatedAt }: SeriesTarget): Promise<SeriesRow> {
  const series = await lockSeries(tx, actor.workspaceId, id, await seriesSeenBy(tx, actor));
  if (updatedAt !== undefined && series.updatedAt.toISOString() !== updatedAt) throw seriesTooLate(series);
  return series;
}

/**
 * Has a series that was paused or cancelled go on: its messages wait again as they did, those edited alone too, and
 * more are made. What was due meanwhile is left out, and all of it where its recipient has asked for no more.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `TOO_LATE`; `INVALID` when the engine of its group is gone
 */
export const resumeSeries: Action<SeriesTarget, BulkResult> = ({ db, clock }, actor, { id, updatedAt }) =>
  db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    const now = clock.now();
    // Before its messages are locked: whoever stores a wish waits for those.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const series = await lockSeen(tx, actor, { id, updatedAt });
    if (series.state === 'active') throw seriesTooLate(series);
    if (isGroupId(series.recipient) && series.engineId === null) {
      throw invalid([faultAt('id', 'groupEngineGone')]);
    }
    const decided = await occurrencesFrom(tx, id, '');
    const stopped = new Set([...decided].filter(([, state]) => state === 'stopped').map(([slot]) => slot));
    const first = [...stopped].sort()[0];
    const rows = first === undefined ? [] : await lockMessagesOf(tx, id, first);
    const isUnwanted = (await isSuppressed(tx, actor.workspaceId, [series.recipient])).size > 0;
    const waits = rows.filter(
      ({ seriesSlot, status, dueAt, inDoubt, ack }) =>
        !isUnwanted && stopped.has(seriesSlot ?? '') && status === 'cancelled' && !inDoubt && ack === 0 && dueAt > now,
    );
    const engineId = (await sendingEngineOf(tx, actor.workspaceId))?.id ?? null;
    if (waits.length > 0) {
      const ids = waits.map((row) => row.id);
      await tx
        .update(messages)
        .set({ ...requeueChanges(engineId), version: sql`version + 1`, updatedAt: sql`now()` })
        .where(inArray(messages.id, ids));
    }
    const again = new Set(waits.map(({ seriesSlot }) => seriesSlot ?? ''));
    await redecide(tx, id, [...again], 'made');
    await redecide(
      tx,
      id,
      [...stopped].filter((slot) => !again.has(slot)),
      isUnwanted ? 'skipped' : 'missed',
    );
    const active = await updateSeries(tx, id, { state: 'active', pausedBecause: null });
    const { made, events } = await extendSeries(tx, active, now);
    const soonest = new Map<string, Date>();
    for (const row of waits)
      noteSoonest(soonest, row.goneEngine === null ? (row.engineId ?? engineId) : null, row.dueAt);
    const changed = waits.length + made;
    await writeAudit(tx, actor, { action: 'series.resume', subject: id, details: { changed } });
    const count = stopped.size - waits.length;
    return {
      result: { changed, left: count > 0 ? [{ why: isUnwanted ? 'unwanted' : 'past', count }] : [] },
      events: [messagesStale(actor.workspaceId), ...events, ...laneDueEvents(actor.workspaceId, soonest)],
    };
  });
