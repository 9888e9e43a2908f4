import type { FieldFault } from '@switchyard/contracts/errors';
import { MESSAGE_STATUSES, type MessageStatus } from '@switchyard/contracts/message-status';
import { and, asc, type Column, eq, gte, inArray, lt, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, mayReadTexts } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { containsText, foldedText } from '../../platform/database/text-search.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { isLabelled } from '../contacts/index.ts';
import type { MessageRow } from './messages.present.ts';
import { messages } from './messages.schema.ts';

/** What a list may ask for. */
export interface MessagesQuery extends MessageFilter {
  limit: number;
  skip: number;
  sort?: string | undefined;
}

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
  /** Numbers and groups, as they are stored. */
  recipients?: readonly string[] | undefined;
  exceptRecipients?: readonly string[] | undefined;
  /** Not those with this in their text. */
  exceptMessage?: string | undefined;
  /** That have come at least so far on the phone (spec 002 section 3). */
  ackFrom?: number | undefined;
  ids?: readonly string[] | undefined;
}

/**
 * One page of a workspace's messages, and how many match without paging. Who may not read texts finds nothing by them.
 * @throws Refusal `INVALID` for an unknown sort or status, `SUPPORT_NO_TEXTS`
 */
export async function listMessages(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  query: MessagesQuery,
): Promise<{ rows: MessageRow[]; total: number }> {
  const refusal = mayReadTexts(actor);
  const looksIntoTexts =
    query.message !== undefined || query.exceptMessage !== undefined || query.sort?.replace('-', '') === 'message';
  if (looksIntoTexts) authorize(refusal);
  const asksOfTexts = query.message !== undefined || query.exceptMessage !== undefined;
  if (asksOfTexts || query.sort?.replace('-', '') === 'message') authorize(refusal);
  const inWorkspace = and(eq(messages.workspaceId, actor.workspaceId), eq(messages.deleted, false));
  const matches = and(inWorkspace, ...filtersOf(query, refusal === null));
  const rows = await db
    .select()
    .from(messages)
    .where(matches)
    .orderBy(...order(query.sort ?? '-dueDate'))
    .limit(query.limit)
    .offset(query.skip);
  return { rows, total: await db.$count(messages, matches) };
}

/** A filter as conditions. @param byText whether a search looks into texts, too @throws `INVALID` for an unknown status */
export function filtersOf(query: MessageFilter, byText = true): (SQL | undefined)[] {
  const contains = (column: Column, given: string | undefined) => {
    const text = given?.replaceAll('\0', '').trim();
    return text ? containsText(column, text) : undefined;
  };
  const { search } = query;
  return [
    query.status === undefined ? undefined : inArray(messages.status, readStatuses(query.status)),
    search === undefined
      ? undefined
      : or(
          contains(messages.contactName, search),
          byText ? contains(messages.body, search) : undefined,
          contains(messages.recipient, dialled(search)),
        ),
    contains(messages.contactName, query.contactName),
    contains(messages.recipient, dialled(query.contactMobile)),
    contains(messages.body, query.message),
    contains(messages.sentWith, query.sentWith),
    contains(messages.sendFailureReason, query.sendFailureReason),
    contains(messages.campaignId, query.campaignId),
    query.dueFrom === undefined ? undefined : gte(messages.dueAt, new Date(query.dueFrom)),
    query.dueTo === undefined ? undefined : lt(messages.dueAt, new Date(query.dueTo)),
    query.engineId === undefined ? undefined : eq(messages.engineId, query.engineId),
    query.importId === undefined ? undefined : eq(messages.importId, query.importId),
    query.labelId === undefined ? undefined : isLabelled(messages, query.labelId),
    query.recipients === undefined ? undefined : inArray(messages.recipient, [...query.recipients]),
    query.ids === undefined ? undefined : inArray(messages.id, [...query.ids]),
    query.exceptRecipients === undefined ? undefined : notInArray(messages.recipient, [...query.exceptRecipients]),
    query.exceptMessage === undefined ? undefined : not(containsText(messages.body, query.exceptMessage)),
    query.ackFrom === undefined ? undefined : gte(messages.ack, query.ackFrom),
  ];
}

/** A number is searched as people write it: `+44 7700-900` finds `+447700900123`. Anything else is left as it is. */
const dialled = (text: string | undefined) =>
  text && /^[\d\s()+./-]+$/.test(text) ? text.replace(/[^\d+]/g, '') : text;

const NAMED: ReadonlySet<string> = new Set(['sent', 'pending', 'failed']);

function readStatuses(given: string): MessageStatus[] {
  const asked = given.split(',').map((one) => one.trim());
  const statuses = asked.flatMap((one) =>
    one === 'other'
      ? MESSAGE_STATUSES.filter((status) => !NAMED.has(status))
      : MESSAGE_STATUSES.filter((status) => status === one),
  );
  const unknown = asked.find((one) => one !== 'other' && !MESSAGE_STATUSES.some((status) => status === one));
  if (unknown !== undefined) throw invalid([fault('status', unknown, [...MESSAGE_STATUSES, 'other'])]);
  return statuses;
}

/** Wire field → what it sorts by. Names and texts sort without regard to case. */
const SORTS: Record<string, Column | SQL> = {
  dueDate: messages.dueAt,
  dueTime: sql`substr(${messages.dueLocal}, 12)`,
  contactName: foldedText(messages.contactName),
  contactMobile: messages.recipient,
  status: messages.status,
  ack: messages.ack,
  message: foldedText(messages.body),
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
  sentAt: messages.sentAt,
  sentWith: foldedText(messages.sentWith),
  retryCount: messages.retryCount,
  campaignId: messages.campaignId,
  sendFailureReason: foldedText(messages.sendFailureReason),
  isRecurring: messages.isRecurring,
  verifyContact: messages.verifyContact,
};

/** The id settles ties, so that pages never overlap; empty values are last either way. */
function order(sort: string): SQL[] {
  const descending = sort.startsWith('-');
  const column = SORTS[descending ? sort.slice(1) : sort];
  if (column === undefined) throw invalid([fault('sort', sort, Object.keys(SORTS))]);
  return [descending ? sql`${column} desc nulls last` : sql`${column} asc nulls last`, asc(messages.id)];
}

const fault = (field: string, given: string, known: string[]): FieldFault => ({
  field,
  message: `"${given}" is not one of ${known.join(', ')}.`,
});
