import { randomBytes } from 'node:crypto';
import type { MessageOrigin } from '@switchyard/contracts/messages/message';
import { getTableColumns, sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { columnName } from '../../../platform/database/recordset.ts';
import { messages } from '../messages.schema.ts';

/** Columns that the database or this file fills in. */
type Generated = 'id' | 'waMessageId' | 'ack' | 'claimableAt';
/**
 * Columns of a new row; omitted ones keep their defaults. Any status except `pending` is history and never enters a
 * lane.
 */
export type NewMessage = Omit<typeof messages.$inferInsert, Generated>;

const WA_ID_RANDOM_BYTES = 9;

/**
 * The WhatsApp id of a new message: `3EB0` and 18 hex digits, as WhatsApp Web makes them. Made with the row, and again
 * when its content or recipient is edited.
 */
export const newWaMessageId = (): string => waMessageId(randomBytes(WA_ID_RANDOM_BYTES).toString('hex'));

/** The same as an SQL expression. */
export const NEW_WA_MESSAGE_ID = `'3EB0' || upper(substr(md5(gen_random_uuid()::text), 1, 18))`;

const waMessageId = (hex: string): string => `3EB0${hex.toUpperCase()}`;

/** Makes many ids with one call for random bytes, since an import needs one per row. */
function newWaMessageIds(count: number): string[] {
  const hex = randomBytes(WA_ID_RANDOM_BYTES * count).toString('hex');
  const digits = 2 * WA_ID_RANDOM_BYTES;
  return Array.from({ length: count }, (_, at) => waMessageId(hex.slice(at * digits, (at + 1) * digits)));
}

/** Origins that write to one person at a time, so that the message may be a reply. */
const REPLYING_ORIGINS: readonly MessageOrigin[] = ['web', 'agent', 'bot'];

const COLUMNS = getTableColumns(messages);
type Column = keyof typeof COLUMNS;

/**
 * Stores any number of new messages in one statement: one parameter for all values that differ between rows, and one
 * for each column that is the same in all. This is cheaper to send, read and plan than a parameter per value. All rows
 * have the columns of the first. Rows of an import that already exist are left unchanged.
 * @returns the id of each message, in order; null if its import row already existed
 */
export async function insertMessages(db: Db, rows: readonly NewMessage[]): Promise<(string | null)[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(() => newId());
  const waMessageIds = newWaMessageIds(rows.length);
  const columns = Object.keys(first) as (keyof NewMessage)[];
  const isShared = (column: keyof NewMessage) => rows.every((row) => row[column] === first[column]);
  const shared = columns.filter(isShared);
  const own = columns.filter((column) => !shared.includes(column));
  const named = own.map((column) => [column, columnName(column)] as const);
  const records = rows.map((row, at) => {
    const record: Record<string, unknown> = { id: ids[at], wa_message_id: waMessageIds[at] };
    for (const [column, name] of named) {
      const value = row[column];
      // Missing keys are null in the statement.
      if (value !== null && value !== undefined) record[name] = value;
    }
    return record;
  });
  const ownColumns: Column[] = ['id', 'waMessageId', ...own];
  const recordColumns = sql.raw(
    ownColumns.map((column) => `${columnName(column)} ${COLUMNS[column].getSQLType()}`).join(', '),
  );
  const sharedValues = shared.map((column) => {
    const value = first[column] ?? null;
    const parameter = typeof value === 'object' && !(value instanceof Date) ? value && JSON.stringify(value) : value;
    return sql`${parameter}::${sql.raw(COLUMNS[column].getSQLType())} as ${sql.identifier(columnName(column))}`;
  });
  const all: Column[] = [...ownColumns, ...shared];
  // A message to somebody who wrote within the last day is a reply, unless an automated one.
  const mayAnswer = !all.includes('holdRule') && rows.some(({ origin = 'web' }) => REPLYING_ORIGINS.includes(origin));
  const hold = mayAnswer
    ? `case when status = 'pending' and due_at <= now() and exists (select from engine_recipients their where their.engine_id = new_messages.engine_id
        and their.recipient = new_messages.recipient and their.wrote_at > now() - interval '1 day') then 'reply' end`
    : null;
  // History has no lane.
  const selectedAs = (column: Column) =>
    column === 'engineId' ? `case status when 'pending' then engine_id end` : columnName(column);
  const { rows: stored } = await db.execute<{ id: string }>(sql`
    insert into messages (${sql.raw([...all.map(columnName), ...(hold ? ['hold_rule'] : [])].join(', '))}, ack, claimable_at)
    select ${sql.raw([...all.map(selectedAs), ...(hold ? [hold] : [])].join(', '))}, case status when 'sent' then 1 else 0 end, greatest(due_at, now())
    from (select ${sql.join([sql.raw('records.*'), ...sharedValues], sql`, `)} from json_to_recordset(${JSON.stringify(records)}::json) as records (${recordColumns})) as new_messages
    on conflict (workspace_id, import_id, import_row) where import_id is not null do nothing
    returning id`);
  const storedIds = new Set(stored.map(({ id }) => id));
  return ids.map((id) => (storedIds.has(id) ? id : null));
}
