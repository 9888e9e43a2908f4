import { FIELDS_AS_GIVEN } from '@switchyard/contracts/messages/new-message';
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { foldedText } from '../../../platform/database/text-search.ts';
import { pick } from '../../../platform/pick.ts';
import { invalid } from '../../../platform/refusal.ts';
import { messageTexts, SORTED_CHARACTERS } from '../message-texts.schema.ts';
import { messages } from '../messages.schema.ts';
import { notKnown } from './message-filter.ts';

const characters = sql.raw(String(SORTED_CHARACTERS));

/** Wire field → what it sorts by. Names and texts sort without regard to case. */
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

/** The same, where an index of `message_texts` has it. */
const IN_TEXTS: Record<string, Column | SQL> = {
  ...getTableColumns(messageTexts),
  contactName: sql`${messageTexts.contactName} collate "und-x-icu"`,
  contactMobile: messageTexts.recipient,
  message: sql`left(${messageTexts.body}, ${characters}) collate "und-x-icu"`,
  sentWith: sql`${messageTexts.sentWith} collate "und-x-icu"`,
  campaignId: sql`${messageTexts.campaignId} collate "und-x-icu"`,
};

/** Which messages an index of `messages` has in an order; the others are those that are alike in it, or few. */
interface OfSome {
  has: SQL;
  /** Nothing to sort by: read by status and due moment. */
  lacks?: SQL;
  /** Sorted when they are asked for: what engines hold, 200 each at most. */
  few?: SQL;
}

/**
 * What changes as messages are sent: an index of `messages` has those of which there is something to sort by, in the
 * order of it and of the due moment.
 */
const OF_SOME: Record<string, OfSome> = {
  updatedAt: { has: sql`status <> 'sending'`, few: sql`status = 'sending'` },
  sentAt: { has: sql`sent_at is not null`, lacks: sql`sent_at is null` },
  sendFailureReason: { has: sql`send_failure_reason is not null`, lacks: sql`send_failure_reason is null` },
  retryCount: { has: sql`retry_count > 0`, lacks: sql`retry_count = 0` },
};

/** Elsewhere the words would keep PostgreSQL from reading an index. */
const NULLABLE: ReadonlySet<string> = new Set(['sentAt', 'campaignId', 'sendFailureReason']);

/** How a list is sorted, and from which end it is read. */
export interface MessageOrder {
  field: string;
  /** What is compared: of a message, and of its texts where an index there has it. */
  key: Column | SQL;
  keyInTexts: Column | SQL | null;
  ofSome: OfSome | null;
  /** What settles ties before the id does. */
  ties: Column | null;
  direction: SQL;
  nulls: SQL;
  isNullable: boolean;
  isReversed: boolean;
}

/** @param sort a wire field; with `-` before it, descending. @throws `INVALID` for an unknown one */
export function readOrder(sort: string, isReversed: boolean): MessageOrder {
  const isDescending = sort.startsWith('-');
  const field = isDescending ? sort.slice(1) : sort;
  const key = SORTS[field];
  if (key === undefined) throw invalid([notKnown('sort', sort, Object.keys(SORTS))]);
  const isNullable = NULLABLE.has(field);
  return {
    field,
    key,
    keyInTexts: IN_TEXTS[field] ?? null,
    ofSome: OF_SOME[field] ?? null,
    ties: field === 'status' || field in OF_SOME ? messages.dueAt : null,
    direction: sql.raw(isDescending === isReversed ? 'asc' : 'desc'),
    nulls: sql.raw(isNullable ? (isReversed ? ' nulls first' : ' nulls last') : ''),
    isNullable,
    isReversed,
  };
}

/**
 * An order of messages as SQL. Empty values are last either way. Ties go by the due moment where an index has it, and
 * then by the id, both in the direction of the sort: pages never overlap, and the list from its end is the same list.
 */
export function orderBy({ key, direction, nulls, ties }: MessageOrder): SQL {
  const after = ties === null ? [messages.id] : [ties, messages.id];
  return sql.join([sql`${key} ${direction}${nulls}`, ...after.map((tie) => sql`${tie} ${direction}`)], sql`, `);
}
