import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { NewMessage } from '../write/insert-messages.ts';
import { importedIds } from '../messages.queries.ts';
import { messages } from '../messages.schema.ts';
import type { ReadRecurrence } from './read-recurrence.ts';
import { scheduleSeries } from './schedule-series.ts';

/** A row of an import that recurs. */
export interface RecurringRow {
  message: NewMessage;
  recurrence: ReadRecurrence;
  keepsEngine: boolean;
}

/**
 * Stores the rows of an import that recur. Its first message is the row's: the same import and row again makes no
 * second series.
 * @returns the first message's id for each row, how many series are new, and what is to be told
 */
export async function importSeries(
  tx: Db,
  workspaceId: string,
  importId: string,
  rows: ReadonlyMap<number, RecurringRow>,
  now: Date,
): Promise<{ ids: Map<number, string>; stored: number; events: DomainEvent[] }> {
  if (rows.size === 0) return { ids: new Map(), stored: 0, events: [] };
  // The same batch twice at once: the second looks when the first is done.
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
