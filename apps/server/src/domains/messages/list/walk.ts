import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { messageTexts } from '../message-texts.schema.ts';
import { messages } from '../messages.schema.ts';
import { createdAfter, type MessagesQuery, readStatuses } from './message-filter.ts';
import { type MessageOrder, orderBy } from './message-order.ts';

/** A requested page. */
export interface ListQuery {
  db: Db;
  workspaceId: string;
  query: MessagesQuery;
  /** Whether a search includes texts. */
  byText: boolean;
  order: MessageOrder;
  /** The whole filter, as a condition on messages. */
  matches: SQL | undefined;
  page: SQL;
  /** Limits how many matches are counted. */
  countLimit: SQL;
}

/** Whether a page can be read in index order. */
export const hasIndex = ({ field, keyInTexts, partial }: MessageOrder): boolean =>
  keyInTexts !== null || partial !== null || field === 'dueDate' || field === 'status';

/**
 * Reads a page of matches from the first `limit` messages in sort order.
 * @param isFiltered false if all messages match
 */
export async function walk(
  { db, workspaceId, query, order, matches, page }: ListQuery,
  due: string[],
  limit: number,
  isFiltered = true,
): Promise<string[]> {
  const { key, keyInTexts, partial, direction, nulls, isNullable } = order;
  const joinMatches = sql`cross join lateral (select from messages where ${matches} and ${messages.id} = walked.id offset 0) as matching`;
  const isListed = and(eq(messages.workspaceId, workspaceId), eq(messages.deleted, false));
  if (partial !== null) {
    const by = sql`key ${direction}${nulls}, due_at ${direction}, id ${direction}`;
    const { covered, empty, few } = partial;
    const sorted = [covered, few].flatMap((rows) => (rows ? [sortedLeg(order, rows, isListed, limit)] : []));
    const unsorted = empty ? emptyLegs(order, empty, isListed, query, limit) : [];
    const legs = sql.join([...sorted, ...unsorted], sql` union all `);
    return idsIn(
      db,
      sql`select walked.id from (select id, key, due_at from (${legs}) as legs order by ${by} limit ${limit}) as walked ${joinMatches} order by ${by} ${page}`,
    );
  }
  if (keyInTexts === null) {
    const inOrder =
      order.field === 'dueDate'
        ? sql`select id, due_at from (${byStatus(isListed, query, order)}) as messages`
        : sql`select id, status, due_at from messages where ${isListed}`;
    return idsIn(
      db,
      sql`select walked.id from (${inOrder} order by ${orderBy(order)} limit ${limit}) as walked ${joinMatches} ${page}`,
    );
  }
  // When a client reads everything page by page, each page starts where the previous one ended.
  const isAfter =
    query.after === undefined
      ? sql``
      : sql`and ${createdAfter(sql`${messageTexts.createdAt}, ${messageTexts.messageId}`, query.after)}`;
  const hasCurrentTexts = sql`${eq(messageTexts.workspaceId, workspaceId)} ${isAfter} and ${messageTexts.messageId} <> all (${sql.param(due)}::uuid[])`;
  const leg = (only: SQL, by: SQL) =>
    sql`(select ${messageTexts.messageId} as id, ${keyInTexts} as key from message_texts where ${hasCurrentTexts} ${only} order by ${by} limit ${limit})`;
  const byId = sql`${messageTexts.messageId} ${direction}`;
  const legs = isNullable
    ? [
        leg(sql`and ${keyInTexts} is not null`, sql`${keyInTexts} ${direction}, ${byId}`),
        leg(sql`and ${keyInTexts} is null`, byId),
      ]
    : [leg(sql``, sql`${keyInTexts} ${direction}, ${byId}`)];
  // Unfiltered, the texts alone decide: deleted messages have none, and those that changed since are in `due`.
  const joinFiltered = isFiltered ? joinMatches : sql``;
  const dueLeg = sql`(select ${messages.id}, ${key} as key from messages where ${isListed} and id = any (${sql.param(due)}::uuid[]))`;
  return idsIn(
    db,
    sql`select walked.id from (
      select id, key from (${sql.join([...legs, dueLeg], sql` union all `)}) as legs order by key ${direction}${nulls}, id ${direction} limit ${limit}
    ) as walked ${joinFiltered} order by key ${direction}${nulls}, id ${direction} ${page}`,
  );
}

/** Reads messages that have a sort value. */
function sortedLeg({ key, direction }: MessageOrder, covered: SQL, isListed: SQL | undefined, limit: number): SQL {
  return sql`(select id, ${key} as key, due_at from messages where ${isListed} and ${covered}
    order by ${key} ${direction}, due_at ${direction}, id ${direction} limit ${limit})`;
}

/** Reads messages without a sort value, status by status in the order of their due moments. */
function emptyLegs(
  { key, direction }: MessageOrder,
  empty: SQL,
  isListed: SQL | undefined,
  query: MessagesQuery,
  limit: number,
): SQL[] {
  return readStatuses(query.status).map(
    (status) =>
      sql`(select id, ${key} as key, due_at from messages where ${isListed} and ${empty} and status = ${sql.raw(`'${status}'`)}
        order by due_at ${direction}, id ${direction} limit ${limit})`,
  );
}

/**
 * Reads messages by due moment through an index over status and due moment: each status in its order, as far as the
 * page needs.
 */
export function byStatus(matches: SQL | undefined, query: MessagesQuery, order: MessageOrder): SQL {
  const legs = readStatuses(query.status).map(
    (status) =>
      sql`(select id, due_at from messages where ${matches} and status = ${sql.raw(`'${status}'`)} order by ${orderBy(order)})`,
  );
  return sql.join(legs, sql` union all `);
}

export async function idsIn(db: Db, statement: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(statement);
  return rows.map(({ id }) => id);
}
