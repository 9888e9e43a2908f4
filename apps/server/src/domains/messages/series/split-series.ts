import { restFrom } from '@switchyard/recurrence/occurrences';
import { writeRule } from '@switchyard/recurrence/rule';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { messageSeries } from '../series.schema.ts';
import { recurrenceOf } from './plan-occurrences.ts';
import { moveOccurrences, type SeriesRow, updateSeries } from './series.queries.ts';

/**
 * Splits the occurrences from a slot on, with their messages, off into a new series; the old one ends before it.
 * @returns the new series, or the same if nothing precedes the slot
 */
export async function splitSeries(tx: Db, series: SeriesRow, slot: string): Promise<SeriesRow> {
  if (slot <= series.start) return series;
  const { start, rule } = restFrom(recurrenceOf(series), slot);
  const partedFrom = series.partedFrom ?? series.id;
  const rest = { ...series, id: newId(), partedFrom, start, rule: writeRule(rule), updatedAt: new Date() };
  const [made] = await tx.insert(messageSeries).values(rest).returning();
  if (!made) throw new Error(`series ${series.id} was not split`);
  await moveOccurrences(tx, series.id, made.id, slot);
  await updateSeries(tx, series.id, { endsBefore: slot, nextSlot: null, extendAt: null });
  return made;
}
