import { occurrencesOf } from '@switchyard/recurrence/occurrences';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { setDue } from '../bulk/move-many.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type ExtensionResult, extendSeries } from './extend-series.ts';
import { recurrenceOf } from './plan-occurrences.ts';
import { momentOf } from './read-recurrence.ts';
import { decide, occurrencesFrom, type SeriesRow, undecide, updateSeries } from './series.queries.ts';

/** Start, rule and zone of a series. */
export type Timing = Pick<SeriesRow, 'start' | 'rule' | 'zone'>;

interface Retiming {
  /** The first occurrence that changes. */
  from: string;
  /** The pending messages from there on, locked. */
  waiting: readonly MessageRow[];
  timing: Timing;
  /** The message the person edits, and its new slot: it stays the same message if the rule has an occurrence there. */
  edited: { id: string; slot: string };
}

/**
 * Changes the times of a series: pending messages, of which nothing has been sent, are discarded, and messages at the
 * new times are made. Days on which a message was already sent or skipped get no other.
 */
export async function retime(
  tx: Db,
  series: SeriesRow,
  { from, waiting, timing, edited }: Retiming,
  now: Date,
): Promise<ExtensionResult> {
  const places = waiting.flatMap(({ seriesSlot }) => seriesSlot ?? []);
  await undecide(tx, series.id, places);
  const settled = [...(await occurrencesFrom(tx, series.id, from)).keys()];
  const after = await updateSeries(tx, series.id, { ...timing, nextSlot: timing.start });
  const skipped = slotsOfDays(after, settled);
  await decide(
    tx,
    series.id,
    skipped.map((slot) => ({ slot, state: 'skipped' })),
  );
  const isKept = hasOccurrence(after, edited.slot) && !skipped.includes(edited.slot);
  await discard(tx, isKept ? waiting.filter(({ id }) => id !== edited.id) : waiting);
  if (isKept) await moveTo(tx, after, edited);
  const { made, ...extended } = await extendSeries(tx, after, now);
  return { ...extended, made: made + (isKept ? 1 : 0) };
}

/** Discards messages: they disappear from every list and are neither sent nor shown as cancelled. */
async function discard(tx: Db, rows: readonly MessageRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(messages)
    .set({ status: 'cancelled', deleted: true, holdRule: null, version: sql`version + 1`, updatedAt: sql`now()` })
    .where(inArray(messages.id, ids));
}

async function moveTo(tx: Db, { id: seriesId, zone }: SeriesRow, to: Retiming['edited']): Promise<void> {
  await decide(tx, seriesId, [{ slot: to.slot, state: 'made' }]);
  await setDue(tx, [{ id: to.id, ...momentOf(to.slot, zone) }]);
  await tx.update(messages).set({ seriesSlot: to.slot }).where(eq(messages.id, to.id));
}

/** Whether a series has an occurrence at a wall-clock time. */
export function hasOccurrence(series: SeriesRow, slot: string): boolean {
  const { value: next } = occurrencesOf(recurrenceOf(series), slot).next();
  return next === slot && (series.endsBefore === null || slot < series.endsBefore);
}

/** The slots of a series on the days of other slots. If those are also slots of the series, only they are meant. */
function slotsOfDays(series: SeriesRow, others: readonly string[]): string[] {
  const dayOf = (slot: string) => slot.slice(0, 10);
  const days = Map.groupBy(others, dayOf);
  const last = [...days.keys()].sort().at(-1);
  if (last === undefined) return [];
  const ownSlots: string[] = [];
  for (const slot of occurrencesOf(recurrenceOf(series))) {
    if (dayOf(slot) > last) break;
    if (days.has(dayOf(slot))) ownSlots.push(slot);
  }
  const onDays = Map.groupBy(ownSlots, dayOf);
  return [...onDays].flatMap(([day, slots]) => {
    const settled = days.get(day) ?? [];
    return settled.every((slot) => slots.includes(slot)) ? settled : slots;
  });
}
