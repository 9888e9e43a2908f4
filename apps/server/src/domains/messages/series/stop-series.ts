import type { AuditAction } from '@switchyard/contracts/domains';
import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { cancelRows } from '../bulk/cancel-many.ts';
import { messagesStale } from '../messages.events.ts';
import { scheduleRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { lockOccurrence, type OccurrenceTarget } from './lock-occurrence.ts';
import { lockUnchanged, type SeriesTarget, seriesTooLate } from './resume-series.ts';
import {
  countUnchanged,
  firstPendingSlot,
  isWaiting,
  lockMessagesOf,
  redecide,
  type SeriesRow,
  updateSeries,
} from './series.queries.ts';

/**
 * Cancels a message of a series and the following ones, or all that have not been sent; no more are made.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`; `TOO_LATE` if a lane has claimed the chosen message or somebody else has
 *   changed it
 */
export const cancelSeries: Action<OccurrenceTarget, BulkResult> = ({ db }, actor, target) =>
  db.transaction(async (tx) => {
    const { series, from, rows } = await lockOccurrence(tx, actor, target);
    const result = await stop(tx, series, rows, target.scope === 'all');
    if (target.scope === 'all') await updateSeries(tx, series.id, { state: 'cancelled', extendAt: null });
    else await updateSeries(tx, series.id, { endsBefore: from, nextSlot: null, extendAt: null });
    const details = { scope: target.scope, from, changed: result.changed };
    await writeAudit(tx, actor, { action: 'series.cancel', subject: series.id, details });
    return { result, events: [messagesStale(actor.workspaceId)] };
  });

/**
 * Cancels the pending messages of a series until it is resumed. A cancelled series can be paused by a caller who has
 * seen that it is cancelled.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `TOO_LATE`
 */
export const pauseSeries: Action<SeriesTarget, BulkResult> = (deps, actor, target) =>
  stopSeries(deps, actor, {
    ...target,
    as: 'paused',
    action: 'series.pause',
    unless: target.updatedAt === undefined ? ['paused', 'cancelled'] : ['paused'],
  });

/**
 * Cancels all messages of a series that have not been sent, and makes no more; it can be resumed like a paused one.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `TOO_LATE`
 */
export const endSeries: Action<SeriesTarget, BulkResult> = (deps, actor, target) =>
  stopSeries(deps, actor, { ...target, as: 'cancelled', action: 'series.cancel', unless: ['cancelled'] });

interface Stop extends SeriesTarget {
  as: SeriesRow['state'];
  action: AuditAction;
  /** Refuses a series in one of these states, since somebody else was faster. */
  unless: readonly SeriesRow['state'][];
}

const stopSeries: Action<Stop, BulkResult> = ({ db }, actor, { id, updatedAt, as: state, action, unless }) =>
  db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    const series = await lockUnchanged(tx, actor, { id, updatedAt });
    if (unless.includes(series.state)) throw seriesTooLate(series);
    const from = await firstPendingSlot(tx, series.id);
    const result = await stop(tx, series, from === null ? [] : await lockMessagesOf(tx, series.id, from), true);
    await updateSeries(tx, series.id, { state, pausedBecause: null, extendAt: null });
    await writeAudit(tx, actor, { action, subject: id, details: { changed: result.changed } });
    return { result, events: [messagesStale(actor.workspaceId)] };
  });

/** @param canResume whether its messages can be restored with the whole series */
async function stop(tx: Db, series: SeriesRow, rows: MessageRow[], canResume: boolean): Promise<BulkResult> {
  const waiting = rows.filter(isWaiting);
  if (waiting.length > 0) await cancelRows(tx, waiting);
  const slots = waiting.flatMap(({ seriesSlot }) => seriesSlot ?? []);
  await redecide(tx, series.id, slots, canResume ? 'stopped' : 'skipped');
  return { changed: waiting.length, left: countUnchanged(rows.filter((row) => !isWaiting(row))) };
}
