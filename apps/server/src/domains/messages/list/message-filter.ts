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

/** Which messages are meant; texts are contains matches, without regard to case. */
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
  /** Numbers and groups, as they are stored, separated by commas. */
  recipients?: string | undefined;
  exceptRecipients?: string | undefined;
  /** Not those with this in their text. */
  exceptMessage?: string | undefined;
  /** That have come at least so far on the phone. */
  receipt?: MessageReceipt | undefined;
  ids?: readonly string[] | undefined;
  /** Only what was created after this message. */
  after?: string | undefined;
  /** What the reader sees (`messagesSeenBy`); undefined: all. */
  seen?: SQL | undefined;
}

/** What a list may ask for. */
export interface MessagesQuery extends MessageFilter {
  limit: number;
  skip: number;
  sort?: string | undefined;
  /** `skip` counts from the last row. */
  fromEnd?: boolean | undefined;
  /** Counts all, however many there are. */
  exactTotal?: boolean | undefined;
}

/** A text that one of these fields contains. */
export interface ContainsFilter {
  fields: readonly TextField[];
  /** As it is searched in each of them. */
  texts: readonly string[];
}

/**
 * Whether a filter looks into texts, too: for whoever may not read them it finds nothing by them, not even how many
 * there are.
 * @throws `SUPPORT_NO_TEXTS` for a filter or an order by texts alone
 */
export function searchesTexts(actor: Pick<Actor, 'onBehalfOf'>, query: MessageFilter & { sort?: string | undefined }) {
  const refusal = readTextsRefusal(actor);
  const asksOfTexts = query.message !== undefined || query.exceptMessage !== undefined;
  if (asksOfTexts || query.sort?.replace('-', '') === 'message') authorize(refusal);
  return refusal === null;
}

/**
 * A filter as conditions on messages.
 * @param byText whether a search looks into texts, too
 * @throws `INVALID` for an unknown status
 */
export function filtersOf(query: MessageFilter, byText = true): (SQL | undefined)[] {
  const contains = textsOf(query, byText).map(({ fields, texts }) =>
    or(...fields.map((field, at) => containsText(messages[field], texts[at] ?? ''))),
  );
  return [...rowFiltersOf(query), ...contains];
}

/** What a filter says of a message's texts. @param byText whether a search looks into them, too */
export function textsOf(query: MessageFilter, byText: boolean): ContainsFilter[] {
  const { search, contactName, contactMobile, message, sentWith, campaignId } = query;
  const all: ContainsFilter[] = [
    {
      fields: ['contactName', 'body', 'recipient'],
      texts: [search, byText ? search : '', canBeRecipient(search) ? dialled(search) : ''].map(cleaned),
    },
    { fields: ['contactName'], texts: [cleaned(contactName)] },
    { fields: ['recipient'], texts: [cleaned(dialled(contactMobile))] },
    { fields: ['body'], texts: [cleaned(message)] },
    { fields: ['sentWith'], texts: [cleaned(sentWith)] },
    { fields: ['campaignId'], texts: [cleaned(campaignId)] },
  ];
  return all
    .map(({ fields, texts }) => ({
      fields: fields.filter((_, at) => texts[at] !== ''),
      texts: texts.filter((text) => text !== ''),
    }))
    .filter(({ texts }) => texts.length > 0);
}

/** What a filter says of a message apart from its texts. @throws `INVALID` for an unknown status */
export const rowFiltersOf = (query: MessageFilter): SQL[] => [
  ...[
    query.status === undefined ? undefined : inArray(messages.status, readStatuses(query.status)),
    query.dueFrom === undefined ? undefined : gte(messages.dueAt, new Date(query.dueFrom)),
    query.dueTo === undefined ? undefined : lt(messages.dueAt, new Date(query.dueTo)),
  ].filter((condition) => condition !== undefined),
  ...narrowFiltersOf(query),
];

/**
 * The same without status and due moment: in the order of those, nobody knows how far the next message that it names
 * is.
 */
export function narrowFiltersOf(query: MessageFilter): SQL[] {
  const [reason, unwanted] = [cleaned(query.sendFailureReason), cleaned(query.exceptMessage)];
  return [
    // Said for an index that has only those.
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
    unwanted === '' ? undefined : not(containsText(messages.body, unwanted)),
    query.receipt === undefined ? undefined : gte(messages.ack, ACKS[query.receipt]),
  ].filter((condition) => condition !== undefined);
}

/** Whether the words of a reason have these in them, as English says it; what is put into it counts, too. */
function reasonContains(words: string): SQL | undefined {
  const stored = messages.sendFailureReason;
  const isCoded = like(stored, `${CODED_BEGINNING}%`);
  const codes = codesContaining(words);
  const data = sql`(select string_agg(value #>> '{}', ' ') from jsonb_path_query(${stored}::jsonb, '$.data.**') value
    where jsonb_typeof(value) in ('string', 'number'))`;
  return or(
    and(not(isCoded), containsText(stored, words)),
    codes.length === 0 ? undefined : sql`${stored} ~ ${`"code":"(${codes.join('|')})"`}`,
    sql`case when ${isCoded} then ${containsText(data, words)} else false end`,
  );
}

/** @param key moment and id of a row, as two columns */
export const createdAfter = (key: SQL, id: string): SQL =>
  sql`(${key}) > (select one.created_at, one.id from messages one where one.id = ${id})`;

/** As WhatsApp counts (spec 002 section 3). */
const ACKS = { delivered: 2, read: 3 } as const;

const cleaned = (given: string | undefined): string => given?.replaceAll('\0', '').trim() ?? '';

/** A number is searched as people write it: `+44 7700-900` finds `+447700900123`. Anything else is left as it is. */
const dialled = (text: string | undefined) =>
  text && /^[\d\s()+./-]+$/.test(text) ? text.replace(/[^\d+]/g, '') : text;

/** Numbers and ids of groups have no spaces, and no letters beyond ASCII. */
const canBeRecipient = (text = ''): boolean => /^[\d\s()+./-]+$|^[\w+@.:-]*$/.test(text.trim());

const NAMED: ReadonlySet<string> = new Set(['sent', 'pending', 'failed']);

/** The statuses that a filter names; left out: all. @throws `INVALID` for an unknown one */
export function readStatuses(given: string | undefined): MessageStatus[] {
  if (given === undefined) return [...MESSAGE_STATUSES];
  const asked = given.split(',').map((one) => one.trim());
  const statuses = asked.flatMap((one) =>
    one === 'other'
      ? MESSAGE_STATUSES.filter((status) => !NAMED.has(status))
      : MESSAGE_STATUSES.filter((status) => status === one),
  );
  const unknown = asked.find((one) => one !== 'other' && !MESSAGE_STATUSES.some((status) => status === one));
  if (unknown !== undefined) throw invalid([notKnown('status', unknown, [...MESSAGE_STATUSES, 'other'])]);
  return [...new Set(statuses)];
}

/** The fault of a word that is none of the known. */
export const notKnown = (field: string, given: string, known: readonly string[]): FieldFault => ({
  field,
  message: `"${given}" is not one of ${known.join(', ')}.`,
});
