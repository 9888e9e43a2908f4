import { and, asc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { messageSeries } from '../series.schema.ts';
import { extendSeries } from './extend-series.ts';

/** Series that one run looks at; what is left is the next hour's, two months before it is due. */
const MAX_AT_ONCE = 20_000;

/** What a run did: messages made, and series that could not be extended, with why. */
export interface Run {
  made: number;
  events: DomainEvent[];
  failed: { seriesId: string; error: unknown }[];
}

/**
 * Makes the messages of every series whose time has come, each in a transaction of its own. May run twice, on several
 * workers at once, and be killed at any moment: a series that another has in hand is left to it, and what was not
 * committed is done by the next run.
 */
export async function extendDueSeries(db: Db, now: Date): Promise<Run> {
  const run: Run = { made: 0, events: [], failed: [] };
  const due = await db
    .select({ id: messageSeries.id })
    .from(messageSeries)
    .where(lte(messageSeries.extendAt, now))
    .orderBy(asc(messageSeries.extendAt))
    .limit(MAX_AT_ONCE);
  for (const { id } of due) {
    try {
      const done = await extendIfDue(db, id, now);
      run.made += done?.made ?? 0;
      run.events.push(...(done?.events ?? []));
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
