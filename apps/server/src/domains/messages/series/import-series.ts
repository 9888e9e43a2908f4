import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { importedIds } from '../messages.queries.ts';
import { messages } from '../messages.schema.ts';
import type { NewMessage } from '../write/insert-messages.ts';
import type { ParsedRecurrence } from './read-recurrence.ts';
import { scheduleSeries } from './schedule-series.ts';

/** A recurring row of an import. */
export interface RecurringRow {
  message: NewMessage;
  recurrence: ParsedRecurrence;
  keepsEngine: boolean;
}

/**
 * Stores the recurring rows of an import. The first message of a series stands for the row, so repeating an import and
 * row makes no second series.
 * @returns the first message's id per row, the number of new series, and the events
 */
export async function importSeries(
  tx: Db,
  workspaceId: string,
  importId: string,
  rows: ReadonlyMap<number, RecurringRow>,
  now: Date,
): Promise<{ ids: Map<number, string>; stored: number; events: DomainEvent[] }> {
  if (rows.size === 0) return { ids: new Map(), stored: 0, events: [] };
  // If the same batch arrives twice at once, the second waits here and finds the rows of the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${importId}, 0))`);
  const ids = await importedIds(tx, workspaceId, importId, [...rows.keys()]);
  const events: DomainEvent[] = [];
  let stored = 0;
  for (const [importRow, { message, recurrence, keepsEngine }] of rows) {
    if (ids.has(importRow)) continue;
    const made = await scheduleSeries(tx, message, recurrence, keepsEngine, now);
    await tx.update(messages).set({ importId, importRow }).where(eq(messages.id, made.row.id));
    ids.set(importRow, made.row.id);
    events.push(...made.events);
    stored += 1;
  }
  return { ids, stored, events };
}
