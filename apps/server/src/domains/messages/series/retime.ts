import { occurrencesOf } from '@switchyard/recurrence/occurrences';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { setDue } from '../bulk/move-many.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type Extended, extendSeries } from './extend-series.ts';
import { recurrenceOf } from './plan-occurrences.ts';
import { momentOf } from './read-recurrence.ts';
import { decide, occurrencesFrom, type SeriesRow, undecide, updateSeries } from './series.queries.ts';

/** From when on, how and where a series recurs. */
export type Timing = Pick<SeriesRow, 'start' | 'rule' | 'zone'>;

interface Retiming {
  /** The first occurrence that is not as before. */
  from: string;
  /** The messages from there on that wait, locked. */
  waiting: readonly MessageRow[];
  timing: Timing;
  /**
   * The one of them that the person edits, and where it is meant to be: it stays the same message if the rule has an
   * occurrence there.
   */
  chosenTo: { id: string; slot: string };
}

/**
 * Gives a series other times: its messages that wait are taken back, nothing of them having left, and those of the new
 * times are made. A day on which something went out, or on which somebody wanted nothing, gets nothing more.
 */
export async function retime(
  tx: Db,
  series: SeriesRow,
  { from, waiting, timing, chosenTo }: Retiming,
  now: Date,
): Promise<Extended> {
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
  const stays = comesAt(after, chosenTo.slot) && !skipped.includes(chosenTo.slot);
  await takeBack(tx, stays ? waiting.filter(({ id }) => id !== chosenTo.id) : waiting);
  if (stays) await moveTo(tx, after, chosenTo);
  const { made, ...extended } = await extendSeries(tx, after, now);
  return { ...extended, made: made + (stays ? 1 : 0) };
}

/** Nobody sees them any more: they are neither sent nor cancelled by anybody. */
async function takeBack(tx: Db, rows: readonly MessageRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(messages)
    .set({ status: 'cancelled', deleted: true, holdRule: null, version: sql`version + 1`, updatedAt: sql`now()` })
    .where(inArray(messages.id, ids));
}

async function moveTo(tx: Db, { id: seriesId, zone }: SeriesRow, to: Retiming['chosenTo']): Promise<void> {
  await decide(tx, seriesId, [{ slot: to.slot, state: 'made' }]);
  await setDue(tx, [{ id: to.id, ...momentOf(to.slot, zone) }]);
  await tx.update(messages).set({ seriesSlot: to.slot }).where(eq(messages.id, to.id));
}

/** Whether a series has an occurrence at a wall-clock time. */
export function comesAt(series: SeriesRow, slot: string): boolean {
  const { value: next } = occurrencesOf(recurrenceOf(series), slot).next();
  return next === slot && (series.endsBefore === null || slot < series.endsBefore);
}

/** The slots of a series on the days of other ones. Where those are slots of it themselves they are meant alone. */
function slotsOfDays(series: SeriesRow, others: readonly string[]): string[] {
  const dayOf = (slot: string) => slot.slice(0, 10);
  const days = Map.groupBy(others, dayOf);
  const last = [...days.keys()].sort().at(-1);
  if (last === undefined) return [];
  const ours: string[] = [];
  for (const slot of occurrencesOf(recurrenceOf(series))) {
    if (dayOf(slot) > last) break;
    if (days.has(dayOf(slot))) ours.push(slot);
  }
  const onDays = Map.groupBy(ours, dayOf);
  return [...onDays].flatMap(([day, slots]) => {
    const settled = days.get(day) ?? [];
    return settled.every((slot) => slots.includes(slot)) ? settled : slots;
  });
}
