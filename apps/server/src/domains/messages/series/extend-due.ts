import { and, asc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { messageSeries } from '../series.schema.ts';
import { extendSeries } from './extend-series.ts';

/** Maximum series per run; the rest is extended an hour later, still two months ahead. */
const MAX_AT_ONCE = 20_000;

/** The result of a run: messages made, and series that could not be extended, with the errors. */
export interface ExtensionRun {
  made: number;
  events: DomainEvent[];
  failed: { seriesId: string; error: unknown }[];
}

/**
 * Makes the messages of every due series, each in a transaction of its own. May run twice, on several workers at once,
 * and be killed at any moment: a series locked by another worker is skipped, and uncommitted work is done by the next
 * run.
 */
export async function extendDueSeries(db: Db, now: Date): Promise<ExtensionRun> {
  const run: ExtensionRun = { made: 0, events: [], failed: [] };
  const due = await db
    .select({ id: messageSeries.id })
    .from(messageSeries)
    .where(lte(messageSeries.extendAt, now))
    .orderBy(asc(messageSeries.extendAt))
    .limit(MAX_AT_ONCE);
  for (const { id } of due) {
    try {
      const extended = await extendIfDue(db, id, now);
      run.made += extended?.made ?? 0;
      run.events.push(...(extended?.events ?? []));
    } catch (error) {
      run.failed.push({ seriesId: id, error });
    }
  }
  return run;
}

const extendIfDue = (db: Db, id: string, now: Date) =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(messageSeries)
      .where(and(eq(messageSeries.id, id), lte(messageSeries.extendAt, now)))
      .for('update', { skipLocked: true });
    return row ? extendSeries(tx, row, now) : null;
  });
