import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { messages } from './messages.schema.ts';

/** What the database or this file fills in. */
type Made = 'id' | 'waMessageId' | 'ack' | 'claimableAt';
/** Columns that a new row may have; what is left out keeps its default. Anything but `pending` is history and never enters a lane. */
export type NewMessage = Omit<typeof messages.$inferInsert, Made>;

/** The WhatsApp id of a new message: `3EB0` and 18 hex digits, as WhatsApp Web makes them. Made with the row, and again when its content or recipient is edited. */
export const newWaMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

const columnName = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Stores new messages in one statement, with one parameter for any number of rows: cheaper to plan and to send than a parameter for each value. All rows have
 * the columns of the first. Rows of an import that are there already are left alone.
 * @returns the id for each message given, in their order; null where the import row was there already.
 */
export async function insertMessages(db: Db, given: readonly NewMessage[]): Promise<(string | null)[]> {
  const rows = given.map((one) => ({
    ...one,
    id: newId(),
    waMessageId: newWaMessageId(),
    ack: one.status === 'sent' ? 1 : 0,
    engineId: one.status === 'pending' ? one.engineId : null,
  }));
  const columns = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  const names = sql.raw(columns.map(columnName).join(', '));
  const records = rows.map((row) => Object.fromEntries(columns.map((column) => [columnName(column), row[column]])));
  const { rows: stored } = await db.execute<{ id: string }>(sql`
    insert into messages (${names}, claimable_at)
    select ${names}, greatest(due_at, now()) from json_populate_recordset(null::messages, ${JSON.stringify(records)}::json)
    on conflict (workspace_id, import_id, import_row) where import_id is not null do nothing
    returning id`);
  const ids = new Set(stored.map(({ id }) => id));
  return rows.map(({ id }) => (ids.has(id) ? id : null));
}
