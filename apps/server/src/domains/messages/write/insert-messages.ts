import { randomBytes } from 'node:crypto';
import type { MessageOrigin } from '@switchyard/contracts/messages/message';
import { getTableColumns, sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { columnName } from '../../../platform/database/recordset.ts';
import { messages } from '../messages.schema.ts';

/** What the database or this file fills in. */
type Made = 'id' | 'waMessageId' | 'ack' | 'claimableAt';
/**
 * Columns that a new row may have; what is left out keeps its default. Anything but `pending` is history and never
 * enters a lane.
 */
export type NewMessage = Omit<typeof messages.$inferInsert, Made>;

const WA_ID_RANDOM_BYTES = 9;

/**
 * The WhatsApp id of a new message: `3EB0` and 18 hex digits, as WhatsApp Web makes them. Made with the row, and again
 * when its content or recipient is edited.
 */
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

/** Who writes to one person at a time, and what they wrote may be an answer. */
const ANSWERS: readonly MessageOrigin[] = ['web', 'agent', 'bot'];

const COLUMNS = getTableColumns(messages);
type Column = keyof typeof COLUMNS;

/**
 * Stores new messages in one statement, with one parameter for what differs between them, for any number of rows, and
 * one for each column that is the same in all: cheaper to send, to read and to plan than a parameter for each value.
 * All rows have the columns of the first. Rows of an import that are there already are left alone.
 * @returns the id for each message given, in their order; null where the import row was there already.
 */
export async function insertMessages(db: Db, given: readonly NewMessage[]): Promise<(string | null)[]> {
  const [first] = given;
  if (!first) return [];
  const ids = given.map(() => newId());
  const waMessageIds = newWaMessageIds(given.length);
  const columns = Object.keys(first) as (keyof NewMessage)[];
  const isShared = (column: keyof NewMessage) => given.every((one) => one[column] === first[column]);
  const shared = columns.filter(isShared);
  const own = columns.filter((column) => !shared.includes(column));
  const named = own.map((column) => [column, columnName(column)] as const);
  const records = given.map((one, at) => {
    const record: Record<string, unknown> = { id: ids[at], wa_message_id: waMessageIds[at] };
    for (const [column, name] of named) {
      const value = one[column];
      // What is not there is null to the statement, and need not be told.
      if (value !== null && value !== undefined) record[name] = value;
    }
    return record;
  });
  const ownColumns: Column[] = ['id', 'waMessageId', ...own];
  const told = sql.raw(ownColumns.map((column) => `${columnName(column)} ${COLUMNS[column].getSQLType()}`).join(', '));
  const same = shared.map((column) => {
    const value = first[column] ?? null;
    const parameter = typeof value === 'object' && !(value instanceof Date) ? value && JSON.stringify(value) : value;
    return sql`${parameter}::${sql.raw(COLUMNS[column].getSQLType())} as ${sql.identifier(columnName(column))}`;
  });
  const all: Column[] = [...ownColumns, ...shared];
  // Whoever wrote within the last day gets an answer, unless a rule of ours writes to them.
  const mayAnswer = !all.includes('holdRule') && given.some(({ origin = 'web' }) => ANSWERS.includes(origin));
  const hold = mayAnswer
    ? `case when status = 'pending' and due_at <= now() and exists (select from engine_recipients their where their.engine_id = given.engine_id
        and their.recipient = given.recipient and their.wrote_at > now() - interval '1 day') then 'reply' end`
    : null;
  // What is history is in no lane.
  const stands = (column: Column) =>
    column === 'engineId' ? `case status when 'pending' then engine_id end` : columnName(column);
  const { rows: stored } = await db.execute<{ id: string }>(sql`
    insert into messages (${sql.raw([...all.map(columnName), ...(hold ? ['hold_rule'] : [])].join(', '))}, ack, claimable_at)
    select ${sql.raw([...all.map(stands), ...(hold ? [hold] : [])].join(', '))}, case status when 'sent' then 1 else 0 end, greatest(due_at, now())
    from (select ${sql.join([sql.raw('told.*'), ...same], sql`, `)} from json_to_recordset(${JSON.stringify(records)}::json) as told (${told})) as given
    on conflict (workspace_id, import_id, import_row) where import_id is not null do nothing
    returning id`);
  const storedIds = new Set(stored.map(({ id }) => id));
  return ids.map((id) => (storedIds.has(id) ? id : null));
}
