import { occurrencesOf } from '@switchyard/recurrence/occurrences';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type Extended, extendSeries } from './extend-series.ts';
import { recurrenceOf } from './plan-occurrences.ts';
import { decide, occurrencesFrom, type SeriesRow, undecide, updateSeries } from './series.queries.ts';

/** From when on, how and where a series recurs. */
export type Timing = Pick<SeriesRow, 'start' | 'rule' | 'zone'>;

interface Retiming {
  /** The first occurrence that is not as before. */
  from: string;
  /** The messages from there on that wait, locked. */
  waiting: readonly MessageRow[];
  timing: Timing;
}

/**
 * Gives a series other times: its messages that wait are taken back, nothing of them having left, and those of the new times are made. A day on which something went
 * out, or on which somebody wanted nothing, gets nothing more.
 */
export async function retime(
  tx: Db,
  series: SeriesRow,
  { from, waiting, timing }: Retiming,
  now: Date,
): Promise<Extended> {
  const ids = waiting.map(({ id }) => id);
  if (ids.length > 0) {
    await tx
      .update(messages)
      .set({ status: 'cancelled', deleted: true, holdRule: null, version: sql`version + 1`, updatedAt: sql`now()` })
      .where(inArray(messages.id, ids));
  }
  const takenBack = waiting.flatMap(({ seriesSlot }) => seriesSlot ?? []);
  await undecide(tx, series.id, takenBack);
  const settled = [...(await occurrencesFrom(tx, series.id, from)).keys()];
  const after = await updateSeries(tx, series.id, { ...timing, nextSlot: timing.start });
  const skipped = slotsOfDays(after, settled).map((slot) => ({ slot, state: 'skipped' as const }));
  await decide(tx, series.id, skipped);
  return extendSeries(tx, after, now);
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
