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
 * One page of a workspace's messages, and how many match without paging: at most {@link MAX_COUNTED} are counted unless
 * asked.
 */
export interface MessagesFound {
  rows: MessageRow[];
  total: number;
  totalIsExact: boolean;
}

/**
 * Where very many match, a page is looked for among the first so many of the order; beyond, all that match are sorted.
 */
const WALK = 20_000;

/**
 * Who may not read texts finds nothing by them.
 * @throws Refusal `INVALID` for an unknown sort or status, `SUPPORT_NO_TEXTS`, `NOT_FOUND` for a message after which it
 *   is asked
 */
export async function listMessages(db: Db, actor: Reader, given: MessagesQuery): Promise<MessagesFound> {
  const { workspaceId } = actor;
  const query = { ...given, seen: await messagesSeenBy(db, actor) };
  const byText = searchesTexts(actor, query);
  if (query.after !== undefined && !(await isOf(db, workspaceId, query.after))) throw new Refusal('NOT_FOUND');
  const order = readOrder(query.sort ?? '-dueDate', query.fromEnd === true);
  const matches = and(eq(messages.workspaceId, workspaceId), eq(messages.deleted, false), ...filtersOf(query, byText));
  const page = sql`limit ${query.limit} offset ${query.skip}`;
  const most = sql`limit ${query.exactTotal ? null : MAX_COUNTED + 1}`;
  const asked = { db, workspaceId, query, byText, order, matches, page, most };
  const { ids, count } = await idsOf(asked);
  const rows = await rowsOf(db, order.isReversed ? ids.toReversed() : ids);
  const totalIsExact = query.exactTotal === true || count <= MAX_COUNTED;
  return { rows, total: totalIsExact ? count : MAX_COUNTED, totalIsExact };
}

const isOf = async (db: Db, workspaceId: string, id: string): Promise<boolean> =>
  (await db.$count(messages, and(eq(messages.id, id), eq(messages.workspaceId, workspaceId)))) > 0;

/**
 * The ids of a page as they are read, and how many match, of which no more are counted than it takes to know that there
 * are very many.
 */
async function idsOf(asked: ListQuery): Promise<{ ids: string[]; count: number }> {
  const { db, workspaceId, query, order } = asked;
  const asksOfTexts = textsOf(query, asked.byText).length > 0 || order.keyInTexts !== null;
  const [{ texts, mayBeMany }, due] = await Promise.all([
    textsCondition(db, workspaceId, query, asked.byText),
    asksOfTexts ? textsDue(db, workspaceId) : [],
  ]);
  if (due === null || (!asksOfTexts && order.ofSome === null && narrowFiltersOf(query).length === 0))
    return { ids: await plainPage(asked), count: await countOf(asked) };
  const isFiltered = texts !== undefined || rowFiltersOf(query).length > 0;
  if (!isFiltered) return { ids: await walk(asked, due, query.skip + query.limit), count: await countOf(asked) };
  const mayWalk = query.skip + query.limit <= WALK && hasIndex(order);
  const walking = inAWhile(mayBeMany ? 0 : WALK_AFTER_MS, async () => (mayWalk ? walk(asked, due, WALK) : []));
  try {
    const { ids, count } = await fewFound(asked, texts, due);
    if (ids !== null) return { ids, count };
    const near = await walking.result();
    return { ids: near.length === query.limit ? near : await plainPage(asked), count };
  } finally {
    walking.stop();
  }
}

/**
 * Few matches are found by then; very many take longer to count, and the page is looked for meanwhile: at once, where
 * that was seen to be likely. In milliseconds.
 */
const WALK_AFTER_MS = 30;

/** Begins by itself after a while, or when its result is asked for; once stopped, not any more. */
function inAWhile<Result>(milliseconds: number, begin: () => Promise<Result>) {
  let begun: Promise<Result> | null = null;
  const result = () => {
    begun ??= begin();
    return begun;
  };
  // Whoever asks for the result hears of a fault; nobody else needs it.
  const timer = setTimeout(() => void result().catch(() => undefined), milliseconds);
  return { result, stop: () => clearTimeout(timer) };
}

/** In the order of an index of messages, or sorted. */
async function plainPage({ db, matches, query, order, page }: ListQuery): Promise<string[]> {
  const from =
    order.field === 'dueDate' ? sql`(${byStatus(matches, query, order)}) as messages` : sql`messages where ${matches}`;
  return idsIn(db, sql`select id from ${from} order by ${orderBy(order)} ${page}`);
}

async function countOf({ db, matches, most }: ListQuery): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from messages where ${matches} ${most}) as counted`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts what matches, and sorts it where it can be counted. @returns ids null: there are more */
async function fewFound(
  { db, workspaceId, query, order, matches, page, most }: ListQuery,
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
      select id from (${texts === undefined ? sql`select id from messages where ${matches}` : inTexts}) as candidates ${most}
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
