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
import { meantAt, readRuleIn } from './read-recurrence.ts';
import { retime, type Timing } from './retime.ts';
import { firstWaiting, isWaiting, leftOf } from './series.queries.ts';
import { splitSeries } from './split-series.ts';

/** What to change of a series; what is left out stays. */
export interface SeriesEdit extends Omit<Edit, 'quote' | 'pastDue'> {
  recurrence?: { rule: string } | undefined;
}

/** How many messages were changed, those that were left and why, and the one that now stands where the person chose. */
export interface EditedSeries extends BulkResult {
  message: MessageRow;
}

/**
 * Edits a message of a series and those after it (from then on they are a series of their own), or all that have not
 * gone.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`; `TOO_LATE` when a lane has taken the message named, or somebody else has
 *   changed it; `INVALID` naming each field. Nothing was changed then
 */
export const editSeries: Action<OccurrenceTarget & SeriesEdit, EditedSeries> = (
  { db, clock },
  actor,
  { id, version, scope, recurrence, ...edit },
) =>
  db.transaction(async (tx) => {
    const now = clock.now();
    // Before its messages are locked: whoever stores a wish waits for those.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const chosen = await lockOccurrence(tx, actor, { id, version, scope });
    const changes = await readContents(tx, chosen, edit, now);
    const { timing, wall } = timingOf(chosen, { ...edit, recurrence }, changes);
    if (timing && chosen.series.state !== 'active') {
      throw invalid([faultAt('scope', 'resumeFirst')]);
    }
    if (typeof changes.fileId === 'string') await keepFiles(tx, [changes.fileId]);

    const before = scope === 'all' ? chosen.series : await splitSeries(tx, chosen.series, chosen.from);
    const waiting = chosen.rows.filter(isWaiting);
    const series = await changeContents(tx, before, changes, waiting, id);
    const chosenTo = { id, slot: wall };
    const retimed = timing ? await retime(tx, series, { from: chosen.from, waiting, timing, chosenTo }, now) : null;
    const message = (await firstWaiting(tx, series.id, wall, id)) ?? (await firstWaiting(tx, series.id));
    if (!message) throw invalid([faultAt('recurrence.rule', 'nothingLeft')]);

    const count = retimed?.made ?? waiting.length;
    const details = { scope, from: chosen.from, columns: Object.keys(changes), changed: count, ...timing };
    await writeAudit(tx, actor, { action: 'series.edit', subject: series.id, details });
    const left = leftOf(chosen.rows.filter((row) => !isWaiting(row)));
    return {
      result: { changed: count, left, message },
      events: [messagesStale(actor.workspaceId), ...(retimed?.events ?? [])],
    };
  });

/** What the edit would make of the message chosen: the others are given the same contents. @throws Refusal `INVALID` */
async function readContents(
  tx: Db,
  { message, series }: Occurrence,
  { zone, dueDate, ...edit }: Omit<SeriesEdit, 'recurrence'>,
  now: Date,
): Promise<Changes> {
  const due = dueDate === undefined && zone === undefined ? {} : { dueDate, zone: zone ?? series.zone };
  const read = await readEdit(tx, message, { ...edit, ...due, pastDue: 'refuse' }, now.getTime());
  if (Array.isArray(read)) throw invalid(read);
  const { recipient } = read;
  if (typeof recipient === 'string' && recipient !== series.recipient) {
    if ((await isSuppressed(tx, series.workspaceId, [recipient])).size > 0) throw invalid([SUPPRESSED_FAULT]);
  }
  return read;
}

/**
 * When the messages are due instead, null: as before; and the wall-clock time of the one chosen then.
 * @throws Refusal `INVALID`
 */
function timingOf(
  { series, slot, from }: Occurrence,
  { dueDate, zone = series.zone, recurrence }: Pick<SeriesEdit, 'dueDate' | 'zone' | 'recurrence'>,
  { dueAt, dueLocal }: Changes,
): { timing: Timing | null; wall: string } {
  const given = dueDate !== undefined && dueAt instanceof Date && typeof dueLocal === 'string';
  const wall = given ? meantAt(dueDate, { dueAt, dueLocal, zone }) : slot;
  const start = from === slot ? wall : shifted(from, slot, wall);
  const asked = recurrence ? readRuleIn(recurrence.rule, start, zone) : null;
  if (asked && 'field' in asked) throw invalid([asked]);
  const isOtherRule = asked !== null && writeRule(asked) !== series.rule;
  if (wall === slot && zone === series.zone && !isOtherRule) return { timing: null, wall };
  const rule = isOtherRule ? asked : restFrom(recurrenceOf(series), from).rule;
  return { timing: { start, zone, rule: writeRule(rule) }, wall };
}

/** A wall-clock time moved by as much as another was. */
function shifted(wall: string, before: string, after: string): string {
  const byMs = Date.parse(`${after}Z`) - Date.parse(`${before}Z`);
  return new Date(Date.parse(`${wall}Z`) + byMs).toISOString().slice(0, 19).replace(/:00$/, '');
}
