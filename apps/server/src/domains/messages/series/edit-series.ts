import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import { faultAt } from '@switchyard/contracts/text/faults';
import { restFrom } from '@switchyard/recurrence/occurrences';
import { writeRule } from '@switchyard/recurrence/rule';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { keepFiles } from '../../files/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import { SUPPRESSED_FAULT } from '../automated/automated.ts';
import type { Changes } from '../change/change-message.ts';
import { type Edit, readEdit } from '../change/edit-message.ts';
import { messagesStale } from '../messages.events.ts';
import type { MessageRow } from '../messages.present.ts';
import { changeContents } from './change-contents.ts';
import { lockOccurrence, type Occurrence, type OccurrenceTarget } from './lock-occurrence.ts';
import { recurrenceOf } from './plan-occurrences.ts';
import { intendedWallTime, readRuleIn } from './read-recurrence.ts';
import { retime, type Timing } from './retime.ts';
import { countUnchanged, firstPending, isWaiting } from './series.queries.ts';
import { splitSeries } from './split-series.ts';

/** Fields of a series to change; undefined keeps a field. */
export interface SeriesEdit extends Omit<Edit, 'quote' | 'pastDue'> {
  recurrence?: { rule: string } | undefined;
}

/** Counts of changed and skipped messages, and the message that now takes the place of the edited one. */
export interface EditedSeries extends BulkResult {
  message: MessageRow;
}

/**
 * Edits a message of a series and the following ones, which then become a series of their own, or all that have not
 * been sent.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`; `TOO_LATE` if a lane has claimed the edited message or somebody else has
 *   changed it; `INVALID` naming each field. Nothing has been changed then
 */
export const editSeries: Action<OccurrenceTarget & SeriesEdit, EditedSeries> = (
  { db, clock },
  actor,
  { id, version, scope, recurrence, ...edit },
) =>
  db.transaction(async (tx) => {
    const now = clock.now();
    // Taken before its messages are locked: storing an opt-out waits for this lock, and locks messages later.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const occurrence = await lockOccurrence(tx, actor, { id, version, scope });
    const changes = await readContents(tx, occurrence, edit, now);
    const { timing, wall } = timingOf(occurrence, { ...edit, recurrence }, changes);
    if (timing && occurrence.series.state !== 'active') {
      throw invalid([faultAt('scope', 'resumeFirst')]);
    }
    if (typeof changes.fileId === 'string') await keepFiles(tx, [changes.fileId]);

    const before = scope === 'all' ? occurrence.series : await splitSeries(tx, occurrence.series, occurrence.from);
    const waiting = occurrence.rows.filter(isWaiting);
    const series = await changeContents(tx, before, changes, waiting, id);
    const edited = { id, slot: wall };
    const retimed = timing ? await retime(tx, series, { from: occurrence.from, waiting, timing, edited }, now) : null;
    const message = (await firstPending(tx, series.id, wall, id)) ?? (await firstPending(tx, series.id));
    if (!message) throw invalid([faultAt('recurrence.rule', 'nothingLeft')]);

    const count = retimed?.made ?? waiting.length;
    const details = { scope, from: occurrence.from, columns: Object.keys(changes), changed: count, ...timing };
    await writeAudit(tx, actor, { action: 'series.edit', subject: series.id, details });
    const left = countUnchanged(occurrence.rows.filter((row) => !isWaiting(row)));
    return {
      result: { changed: count, left, message },
      events: [messagesStale(actor.workspaceId), ...(retimed?.events ?? [])],
    };
  });

/** Reads the edit against the chosen message; the others get the same content. @throws Refusal `INVALID` */
async function readContents(
  tx: Db,
  { message, series }: Occurrence,
  { zone, dueDate, ...edit }: Omit<SeriesEdit, 'recurrence'>,
  now: Date,
): Promise<Changes> {
  const due = dueDate === undefined && zone === undefined ? {} : { dueDate, zone: zone ?? series.zone };
  const changes = await readEdit(tx, message, { ...edit, ...due, pastDue: 'refuse' }, now.getTime());
  if (Array.isArray(changes)) throw invalid(changes);
  const { recipient } = changes;
  if (typeof recipient === 'string' && recipient !== series.recipient) {
    if ((await isSuppressed(tx, series.workspaceId, [recipient])).size > 0) throw invalid([SUPPRESSED_FAULT]);
  }
  return changes;
}

/**
 * The new timing, null if unchanged, and the wall-clock time of the edited message under it.
 * @throws Refusal `INVALID`
 */
function timingOf(
  { series, slot, from }: Occurrence,
  { dueDate, zone = series.zone, recurrence }: Pick<SeriesEdit, 'dueDate' | 'zone' | 'recurrence'>,
  { dueAt, dueLocal }: Changes,
): { timing: Timing | null; wall: string } {
  const hasNewDue = dueDate !== undefined && dueAt instanceof Date && typeof dueLocal === 'string';
  const wall = hasNewDue ? intendedWallTime(dueDate, { dueAt, dueLocal, zone }) : slot;
  const start = from === slot ? wall : shifted(from, slot, wall);
  const newRule = recurrence ? readRuleIn(recurrence.rule, start, zone) : null;
  if (newRule && 'field' in newRule) throw invalid([newRule]);
  const isOtherRule = newRule !== null && writeRule(newRule) !== series.rule;
  if (wall === slot && zone === series.zone && !isOtherRule) return { timing: null, wall };
  const rule = isOtherRule ? newRule : restFrom(recurrenceOf(series), from).rule;
  return { timing: { start, zone, rule: writeRule(rule) }, wall };
}

/** Shifts a wall-clock time by the difference of two others. */
function shifted(wall: string, before: string, after: string): string {
  const byMs = Date.parse(`${after}Z`) - Date.parse(`${before}Z`);
  return new Date(Date.parse(`${wall}Z`) + byMs).toISOString().slice(0, 19).replace(/:00$/, '');
}
