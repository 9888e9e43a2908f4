import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { messages } from './messages.schema.ts';

/** What the database or this file fills in. */
type Made = 'id' | 'waMessageId' | 'ack' | 'claimableAt';
/** Columns that a new row may have; what is left out keeps its default. Anything but `pending` is history and never enters a lane. */
export type NewMessage = Omit<typeof messages.$inferInsert, Made>;

const WA_ID_RANDOM_BYTES = 9;

/** The WhatsApp id of a new message: `3EB0` and 18 hex digits, as WhatsApp Web makes them. Made with the row, and again when its content or recipient is edited. */
export const newWaMessageId = (): string => waMessageId(randomBytes(WA_ID_RANDOM_BYTES).toString('hex'));

/** The same as an SQL expression. */
export const NEW_WA_MESSAGE_ID = `'3EB0' || upper(substr(md5(gen_random_uuid()::text), 1, 18))`;

const waMessageId = (hex: string): string => `3EB0${hex.toUpperCase()}`;

/** As many of them, for the price of one: an import asks for every row. */
function newWaMessageIds(count: number): string[] {
  const hex = randomBytes(WA_ID_RANDOM_BYTES * count).toString('hex');
  const digits = 2 * WA_ID_RANDOM_BYTES;
  return Array.from({ length: count }, (_, at) => waMessageId(hex.slice(at * digits, (at + 1) * digits)));
}

const columnName = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Stores new messages in one statement, with one parameter for any number of rows: cheaper to plan and to send than a parameter for each value. All rows have
 * the columns of the first. Rows of an import that are there already are left alone.
 * @returns the id for each message given, in their order; null where the import row was there already.
 */
export async function insertMessages(db: Db, given: readonly NewMessage[]): Promise<(string | null)[]> {
  const ids = given.map(() => newId());
  const waMessageIds = newWaMessageIds(given.length);
  const columns = Object.keys(given[0] ?? {}) as (keyof NewMessage)[];
  const columnNames = columns.map(columnName);
  const names = sql.raw(['id', 'wa_message_id', 'ack', ...columnNames].join(', '));
  const records = given.map((one, at) => {
    const record: Record<string, unknown> = {
      id: ids[at],
      wa_message_id: waMessageIds[at],
      ack: one.status === 'sent' ? 1 : 0,
    };
    for (let place = 0; place < columns.length; place += 1) {
      const value = one[columns[place] as keyof NewMessage];
      // What is not there is null to the statement, and need not be told.
      if (value !== null && value !== undefined) record[columnNames[place] as string] = value;
    }
    if (one.status !== 'pending') record.engine_id = null;
    return record;
  });
  const { rows: stored } = await db.execute<{ id: string }>(sql`
    insert into messages (${names}, claimable_at)
    select ${names}, greatest(due_at, now()) from json_populate_recordset(null::messages, ${JSON.stringify(records)}::json)
    on conflict (workspace_id, import_id, import_row) where import_id is not null do nothing
    returning id`);
  const storedIds = new Set(stored.map(({ id }) => id));
  return ids.map((id) => (storedIds.has(id) ? id : null));
}
