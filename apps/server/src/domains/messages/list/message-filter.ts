import type { FieldFault } from '@switchyard/contracts/errors';
import { MESSAGE_STATUSES, type MessageReceipt, type MessageStatus } from '@switchyard/contracts/messages/status';
import { codesContaining } from '@switchyard/contracts/text/text';
import { and, eq, gte, inArray, isNotNull, like, lt, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, readTextsRefusal } from '../../../platform/actor.ts';
import { containsText } from '../../../platform/database/text-search.ts';
import { CODED_BEGINNING } from '../../../platform/database/text-value.ts';
import { authorize, invalid } from '../../../platform/refusal.ts';
import { isLabelled } from '../../contacts/index.ts';
import { messages } from '../messages.schema.ts';
import type { TextField } from './grams.ts';

/** Filters messages; texts match if they contain the value, ignoring case. */
export interface MessageFilter {
  status?: string | undefined;
  search?: string | undefined;
  contactName?: string | undefined;
  contactMobile?: string | undefined;
  message?: string | undefined;
  sentWith?: string | undefined;
  sendFailureReason?: string | undefined;
  campaignId?: string | undefined;
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  engineId?: string | undefined;
  importId?: string | undefined;
  labelId?: string | undefined;
  /** Comma-separated numbers and group ids, as stored. */
  recipients?: string | undefined;
  exceptRecipients?: string | undefined;
  /** Excludes messages whose text contains this. */
  exceptMessage?: string | undefined;
  /** Only messages with at least this receipt. */
  receipt?: MessageReceipt | undefined;
  ids?: readonly string[] | undefined;
  /** Only messages created after this one. */
  after?: string | undefined;
  /** Condition for visible messages (`messagesSeenBy`); undefined: all. */
  seen?: SQL | undefined;
}

/** Query of a message list. */
export interface MessagesQuery extends MessageFilter {
  limit: number;
  skip: number;
  sort?: string | undefined;
  /** `skip` counts from the last row. */
  fromEnd?: boolean | undefined;
  /** Counts all matches, however many. */
  exactTotal?: boolean | undefined;
}

/** Matches if any of these fields contains its text. */
export interface ContainsFilter {
  fields: readonly TextField[];
  /** Search text per field. */
  texts: readonly string[];
}

/**
 * Whether a search may include message texts: for a reader who may not read them it finds nothing by text, not even
 * counts.
 * @throws `SUPPORT_NO_TEXTS` for a filter or sort by text alone
 */
export function searchesTexts(actor: Pick<Actor, 'onBehalfOf'>, query: MessageFilter & { sort?: string | undefined }) {
  const refusal = readTextsRefusal(actor);
  const filtersByText = query.message !== undefined || query.exceptMessage !== undefined;
  if (filtersByText || query.sort?.replace('-', '') === 'message') authorize(refusal);
  return refusal === null;
}

/**
 * Turns a filter into conditions on messages.
 * @param byText whether a search includes texts
 * @throws `INVALID` for an unknown status
 */
export function filtersOf(query: MessageFilter, byText = true): (SQL | undefined)[] {
  const contains = textsOf(query, byText).map(({ fields, texts }) =>
    or(...fields.map((field, at) => containsText(messages[field], texts[at] ?? ''))),
  );
  return [...rowFiltersOf(query), ...contains];
}

/** The text conditions of a filter. @param byText whether a search includes texts */
export function textsOf(query: MessageFilter, byText: boolean): ContainsFilter[] {
  const { search, contactName, contactMobile, message, sentWith, campaignId } = query;
  const all: ContainsFilter[] = [
    {
      fields: ['contactName', 'body', 'recipient'],
      texts: [search, byText ? search : '', canBeRecipient(search) ? normalizeNumber(search) : ''].map(cleanText),
    },
    { fields: ['contactName'], texts: [cleanText(contactName)] },
    { fields: ['recipient'], texts: [cleanText(normalizeNumber(contactMobile))] },
    { fields: ['body'], texts: [cleanText(message)] },
    { fields: ['sentWith'], texts: [cleanText(sentWith)] },
    { fields: ['campaignId'], texts: [cleanText(campaignId)] },
  ];
  return all
    .map(({ fields, texts }) => ({
      fields: fields.filter((_, at) => texts[at] !== ''),
      texts: texts.filter((text) => text !== ''),
    }))
    .filter(({ texts }) => texts.length > 0);
}

/** The conditions of a filter that are not about text. @throws `INVALID` for an unknown status */
export const rowFiltersOf = (query: MessageFilter): SQL[] => [
  ...[
    query.status === undefined ? undefined : inArray(messages.status, readStatuses(query.status)),
    query.dueFrom === undefined ? undefined : gte(messages.dueAt, new Date(query.dueFrom)),
    query.dueTo === undefined ? undefined : lt(messages.dueAt, new Date(query.dueTo)),
  ].filter((condition) => condition !== undefined),
  ...narrowFiltersOf(query),
];

/**
 * The same without status and due moment. In an order by those, such a filter's next match can be arbitrarily far away.
 */
export function narrowFiltersOf(query: MessageFilter): SQL[] {
  const [reason, excluded] = [cleanText(query.sendFailureReason), cleanText(query.exceptMessage)];
  return [
    // Lets the planner use a partial index.
    reason === '' ? undefined : isNotNull(messages.sendFailureReason),
    reason === '' ? undefined : reasonContains(reason),
    query.engineId === undefined ? undefined : eq(messages.engineId, query.engineId),
    query.importId === undefined ? undefined : eq(messages.importId, query.importId),
    query.labelId === undefined ? undefined : isLabelled(messages, query.labelId),
    query.recipients === undefined ? undefined : inArray(messages.recipient, query.recipients.split(',')),
    query.after === undefined ? undefined : createdAfter(sql`${messages.createdAt}, ${messages.id}`, query.after),
    query.seen,
    query.ids === undefined ? undefined : inArray(messages.id, [...query.ids]),
    query.exceptRecipients === undefined
      ? undefined
      : notInArray(messages.recipient, query.exceptRecipients.split(',')),
    excluded === '' ? undefined : not(containsText(messages.body, excluded)),
    query.receipt === undefined ? undefined : gte(messages.ack, ACKS[query.receipt]),
  ].filter((condition) => condition !== undefined);
}

/** Matches failure reasons by their English text, including the values filled in. */
function reasonContains(text: string): SQL | undefined {
  const stored = messages.sendFailureReason;
  const isCoded = like(stored, `${CODED_BEGINNING}%`);
  const codes = codesContaining(text);
  const data = sql`(select string_agg(value #>> '{}', ' ') from jsonb_path_query(${stored}::jsonb, '$.data.**') value
    where jsonb_typeof(value) in ('string', 'number'))`;
  return or(
    and(not(isCoded), containsText(stored, text)),
    codes.length === 0 ? undefined : sql`${stored} ~ ${`"code":"(${codes.join('|')})"`}`,
    sql`case when ${isCoded} then ${containsText(data, text)} else false end`,
  );
}

/** @param key SQL for a row's creation time and id, as two columns */
export const createdAfter = (key: SQL, id: string): SQL =>
  sql`(${key}) > (select after.created_at, after.id from messages after where after.id = ${id})`;

/** Acknowledgement levels of WhatsApp (spec 002, section 3). */
const ACKS = { delivered: 2, read: 3 } as const;

const cleanText = (text: string | undefined): string => text?.replaceAll('\0', '').trim() ?? '';

/**
 * Strips the separators people type from numbers: `+44 7700-900` finds `+447700900123`. Leaves other texts unchanged.
 */
const normalizeNumber = (text: string | undefined) =>
  text && /^[\d\s()+./-]+$/.test(text) ? text.replace(/[^\d+]/g, '') : text;

/** Numbers and group ids contain no spaces and no letters beyond ASCII. */
const canBeRecipient = (text = ''): boolean => /^[\d\s()+./-]+$|^[\w+@.:-]*$/.test(text.trim());

const STATUS_FILTERS: ReadonlySet<string> = new Set(['sent', 'pending', 'failed']);

/** Reads the statuses of a filter; undefined: all. @throws `INVALID` for an unknown one */
export function readStatuses(text: string | undefined): MessageStatus[] {
  if (text === undefined) return [...MESSAGE_STATUSES];
  const names = text.split(',').map((name) => name.trim());
  const statuses = names.flatMap((name) =>
    name === 'other'
      ? MESSAGE_STATUSES.filter((status) => !STATUS_FILTERS.has(status))
      : MESSAGE_STATUSES.filter((status) => status === name),
  );
  const unknown = names.find((name) => name !== 'other' && !MESSAGE_STATUSES.some((status) => status === name));
  if (unknown !== undefined) throw invalid([unknownValue('status', unknown, [...MESSAGE_STATUSES, 'other'])]);
  return [...new Set(statuses)];
}

/** The fault of a value that is not in a fixed list. */
export const unknownValue = (field: string, value: string, known: readonly string[]): FieldFault => ({
  field,
  message: `"${value}" is not one of ${known.join(', ')}.`,
});
