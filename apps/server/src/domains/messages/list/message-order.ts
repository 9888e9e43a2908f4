import { FIELDS_AS_GIVEN } from '@switchyard/contracts/messages/new-message';
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { foldedText } from '../../../platform/database/text-search.ts';
import { pick } from '../../../platform/pick.ts';
import { invalid } from '../../../platform/refusal.ts';
import { messageTexts, SORTED_CHARACTERS } from '../message-texts.schema.ts';
import { messages } from '../messages.schema.ts';
import { unknownValue } from './message-filter.ts';

const characters = sql.raw(String(SORTED_CHARACTERS));

/** Sort keys by wire field. Names and texts sort ignoring case. */
const SORTS: Record<string, Column | SQL> = {
  ...pick(getTableColumns(messages), FIELDS_AS_GIVEN),
  dueDate: messages.dueAt,
  dueTime: sql`substr(${messages.dueLocal}, 12)`,
  contactName: foldedText(messages.contactName),
  contactMobile: messages.recipient,
  message: sql`left(${foldedText(messages.body)}, ${characters})`,
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
  sentAt: messages.sentAt,
  sentWith: foldedText(messages.sentWith),
  campaignId: foldedText(messages.campaignId),
  sendFailureReason: sql`left(${foldedText(messages.sendFailureReason)}, ${characters})`,
};

/** Sort keys for fields with an index of `message_texts`. */
const IN_TEXTS: Record<string, Column | SQL> = {
  ...getTableColumns(messageTexts),
  contactName: sql`${messageTexts.contactName} collate "und-x-icu"`,
  contactMobile: messageTexts.recipient,
  message: sql`left(${messageTexts.body}, ${characters}) collate "und-x-icu"`,
  sentWith: sql`${messageTexts.sentWith} collate "und-x-icu"`,
  campaignId: sql`${messageTexts.campaignId} collate "und-x-icu"`,
};

/** A partial index of `messages`: which rows it covers, and how the others are read. */
interface PartialOrder {
  covered: SQL;
  /** Rows without a sort value: read by status and due moment. */
  empty?: SQL;
  /** Sorted on read: rows that engines hold, 200 each at most. */
  few?: SQL;
}

/**
 * Fields that change while messages are sent: a partial index covers the rows that have a value, ordered by value and
 * due moment.
 */
const PARTIAL_ORDERS: Record<string, PartialOrder> = {
  updatedAt: { covered: sql`status <> 'sending'`, few: sql`status = 'sending'` },
  sentAt: { covered: sql`sent_at is not null`, empty: sql`sent_at is null` },
  sendFailureReason: { covered: sql`send_failure_reason is not null`, empty: sql`send_failure_reason is null` },
  retryCount: { covered: sql`retry_count > 0`, empty: sql`retry_count = 0` },
};

/** Only these need `nulls last`: for other fields it would keep PostgreSQL from using an index. */
const NULLABLE: ReadonlySet<string> = new Set(['sentAt', 'campaignId', 'sendFailureReason']);

/** How a list is sorted, and from which end it is read. */
export interface MessageOrder {
  field: string;
  /** The sort key: of a message, and of its texts if an index there has it. */
  key: Column | SQL;
  keyInTexts: Column | SQL | null;
  partial: PartialOrder | null;
  /** Breaks ties before the id does. */
  ties: Column | null;
  direction: SQL;
  nulls: SQL;
  isNullable: boolean;
  isReversed: boolean;
}

/** @param sort a wire field; descending with a leading `-` @throws `INVALID` for an unknown one */
export function readOrder(sort: string, isReversed: boolean): MessageOrder {
  const isDescending = sort.startsWith('-');
  const field = isDescending ? sort.slice(1) : sort;
  const key = SORTS[field];
  if (key === undefined) throw invalid([unknownValue('sort', sort, Object.keys(SORTS))]);
  const isNullable = NULLABLE.has(field);
  return {
    field,
    key,
    keyInTexts: IN_TEXTS[field] ?? null,
    partial: PARTIAL_ORDERS[field] ?? null,
    ties: field === 'status' || field in PARTIAL_ORDERS ? messages.dueAt : null,
    direction: sql.raw(isDescending === isReversed ? 'asc' : 'desc'),
    nulls: sql.raw(isNullable ? (isReversed ? ' nulls first' : ' nulls last') : ''),
    isNullable,
    isReversed,
  };
}

/**
 * The order as SQL. Empty values are last in both directions. Ties are broken by the due moment if an index has it,
 * then by id, both in the direction of the sort: so pages never overlap, and reading from the end gives the same list.
 */
export function orderBy({ key, direction, nulls, ties }: MessageOrder): SQL {
  const after = ties === null ? [messages.id] : [ties, messages.id];
  return sql.join([sql`${key} ${direction}${nulls}`, ...after.map((tie) => sql`${tie} ${direction}`)], sql`, `);
}
