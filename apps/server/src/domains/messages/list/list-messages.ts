import { MAX_COUNTED } from '@switchyard/contracts/messages/limits';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { messageTexts } from '../message-texts.schema.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { messagesSeenBy, type Reader } from '../sight.ts';
import {
  filtersOf,
  type MessagesQuery,
  narrowFiltersOf,
  rowFiltersOf,
  searchesTexts,
  textsOf,
} from './message-filter.ts';
import { orderBy, readOrder } from './message-order.ts';
import { textsCondition, textsDue } from './search-texts.ts';
import { byStatus, hasIndex, idsIn, type ListQuery, walk } from './walk.ts';

/**
 * A page of messages, and how many match in total: counted up to {@link MAX_COUNTED} unless an exact total is
 * requested.
 */
export interface MessagesPage {
  rows: MessageRow[];
  total: number;
  totalIsExact: boolean;
}

/**
 * If very many match, the page is first searched among this many rows in sort order; beyond, all matches are sorted.
 */
const MAX_WALKED = 20_000;

/**
 * Lists messages. A reader who may not read texts cannot find messages by them.
 * @throws Refusal `INVALID` for an unknown sort or status, `SUPPORT_NO_TEXTS`, `NOT_FOUND` for an unknown `after`
 *   message
 */
export async function listMessages(db: Db, actor: Reader, input: MessagesQuery): Promise<MessagesPage> {
  const { workspaceId } = actor;
  const query = { ...input, seen: await messagesSeenBy(db, actor) };
  const byText = searchesTexts(actor, query);
  if (query.after !== undefined && !(await messageExists(db, workspaceId, query.after))) throw new Refusal('NOT_FOUND');
  const order = readOrder(query.sort ?? '-dueDate', query.fromEnd === true);
  const matches = and(eq(messages.workspaceId, workspaceId), eq(messages.deleted, false), ...filtersOf(query, byText));
  const page = sql`limit ${query.limit} offset ${query.skip}`;
  const countLimit = sql`limit ${query.exactTotal ? null : MAX_COUNTED + 1}`;
  const listQuery = { db, workspaceId, query, byText, order, matches, page, countLimit };
  const { ids, count } = await idsOf(listQuery);
  const rows = await rowsOf(db, order.isReversed ? ids.toReversed() : ids);
  const totalIsExact = query.exactTotal === true || count <= MAX_COUNTED;
  return { rows, total: totalIsExact ? count : MAX_COUNTED, totalIsExact };
}

const messageExists = async (db: Db, workspaceId: string, id: string): Promise<boolean> =>
  (await db.$count(messages, and(eq(messages.id, id), eq(messages.workspaceId, workspaceId)))) > 0;

/** The ids of a page in reading order, and the number of matches, counted only as far as needed. */
async function idsOf(listQuery: ListQuery): Promise<{ ids: string[]; count: number }> {
  const { db, workspaceId, query, order } = listQuery;
  const usesTexts =
    textsOf(query, listQuery.byText).length > 0 || query.recipients !== undefined || order.keyInTexts !== null;
  const [{ texts, mayBeMany }, due] = await Promise.all([
    textsCondition(db, workspaceId, query, listQuery.byText),
    usesTexts ? textsDue(db, workspaceId) : [],
  ]);
  if (due === null || (!usesTexts && order.partial === null && narrowFiltersOf(query).length === 0))
    return { ids: await plainPage(listQuery), count: await countOf(listQuery) };
  const isFiltered = texts !== undefined || rowFiltersOf(query).length > 0;
  if (!isFiltered)
    return { ids: await walk(listQuery, due, query.skip + query.limit, false), count: await countOf(listQuery) };
  const mayWalk = query.skip + query.limit <= MAX_WALKED && hasIndex(order);
  const delayMs = mayBeMany ? 0 : WALK_AFTER_MS;
  const walking = startLater(delayMs, async () => (mayWalk ? walk(listQuery, due, MAX_WALKED) : []));
  try {
    const { ids, count } = await sortedMatches(listQuery, texts, due);
    if (ids !== null) return { ids, count };
    const near = await walking.result();
    return { ids: near.length === query.limit ? near : await plainPage(listQuery), count };
  } finally {
    walking.stop();
  }
}

/**
 * Delay before the walk starts, in milliseconds. Few matches are found sooner; counting very many takes longer, and the
 * page is searched meanwhile. It starts at once if many matches are likely.
 */
const WALK_AFTER_MS = 30;

/** Starts after a delay, or when its result is requested; never once stopped. */
function startLater<Result>(milliseconds: number, start: () => Promise<Result>) {
  let started: Promise<Result> | null = null;
  const result = () => {
    started ??= start();
    return started;
  };
  // Only a caller of `result()` needs to see the error.
  const timer = setTimeout(() => void result().catch(() => undefined), milliseconds);
  return { result, stop: () => clearTimeout(timer) };
}

/** Reads a page in the order of an index of messages, or sorts. */
async function plainPage({ db, matches, query, order, page }: ListQuery): Promise<string[]> {
  const from =
    order.field === 'dueDate' ? sql`(${byStatus(matches, query, order)}) as messages` : sql`messages where ${matches}`;
  return idsIn(db, sql`select id from ${from} order by ${orderBy(order)} ${page}`);
}

async function countOf({ db, matches, countLimit }: ListQuery): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from messages where ${matches} ${countLimit}) as counted`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts the matches, and sorts them if all could be counted. @returns ids; null: there are more */
async function sortedMatches(
  { db, workspaceId, query, order, matches, page, countLimit }: ListQuery,
  texts: SQL | undefined,
  due: string[],
): Promise<{ ids: string[] | null; count: number }> {
  const rowFilters = rowFiltersOf(query);
  const inTexts = sql`
    select ${messageTexts.messageId} as id from message_texts
    ${rowFilters.length > 0 ? sql`join messages on ${messages.id} = ${messageTexts.messageId} and not ${messages.deleted}` : sql``}
    where ${and(eq(messageTexts.workspaceId, workspaceId), texts, ...rowFilters)} and ${messageTexts.messageId} <> all (${sql.param(due)}::uuid[])
    union all select id from messages where ${matches} and id = any (${sql.param(due)}::uuid[])`;
  const { rows } = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with found as materialized (
      select id from (${texts === undefined ? sql`select id from messages where ${matches}` : inTexts}) as candidates ${countLimit}
    ), counted as (select count(*)::int as count from found)
    select count, case when count <= ${MAX_COUNTED} then array(
      select ${messages.id} from found join messages on ${messages.id} = found.id order by ${orderBy(order)} ${page}
    ) end as ids from counted`);
  return rows[0] ?? { ids: [], count: 0 };
}

async function rowsOf(db: Db, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(messages)
    .where(inArray(messages.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
