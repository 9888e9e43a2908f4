import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { messageTexts } from '../message-texts.schema.ts';
import { messages } from '../messages.schema.ts';
import { createdAfter, type MessagesQuery, readStatuses } from './message-filter.ts';
import { type MessageOrder, orderBy } from './message-order.ts';

/** A page that is asked for. */
export interface ListQuery {
  db: Db;
  workspaceId: string;
  query: MessagesQuery;
  /** Whether a search looks into texts, too. */
  byText: boolean;
  order: MessageOrder;
  /** All that is asked, as a condition on messages. */
  matches: SQL | undefined;
  page: SQL;
  /** So many are counted. */
  most: SQL;
}

/** Whether a page can be read in the order of an index. */
export const hasIndex = ({ field, keyInTexts, ofSome }: MessageOrder): boolean =>
  keyInTexts !== null || ofSome !== null || field === 'dueDate' || field === 'status';

/** A page of what matches among the first so many messages of the order. */
export async function walk(
  { db, workspaceId, query, order, matches, page }: ListQuery,
  due: string[],
  most: number,
): Promise<string[]> {
  const { key, keyInTexts, ofSome, direction, nulls, isNullable } = order;
  const isWanted = sql`cross join lateral (select from messages where ${matches} and ${messages.id} = walked.id offset 0) as wanted`;
  const isThere = and(eq(messages.workspaceId, workspaceId), eq(messages.deleted, false));
  if (ofSome !== null) {
    const by = sql`key ${direction}${nulls}, due_at ${direction}, id ${direction}`;
    const { has, lacks, few } = ofSome;
    const sorted = [has, few].flatMap((some) => (some ? [someLeg(order, some, isThere, most)] : []));
    const alike = lacks ? lackingLegs(order, lacks, isThere, query, most) : [];
    const legs = sql.join([...sorted, ...alike], sql` union all `);
    return idsIn(
      db,
      sql`select walked.id from (select id, key, due_at from (${legs}) as legs order by ${by} limit ${most}) as walked ${isWanted} order by ${by} ${page}`,
    );
  }
  if (keyInTexts === null) {
    const inOrder =
      order.field === 'dueDate'
        ? sql`select id, due_at from (${byStatus(isThere, query, order)}) as messages`
        : sql`select id, status, due_at from messages where ${isThere}`;
    return idsIn(
      db,
      sql`select walked.id from (${inOrder} order by ${orderBy(order)} limit ${most}) as walked ${isWanted} ${page}`,
    );
  }
  // Where all are read page by page, each begins where the one before has ended.
  const isLater =
    query.after === undefined
      ? sql``
      : sql`and ${createdAfter(sql`${messageTexts.createdAt}, ${messageTexts.messageId}`, query.after)}`;
  const isClean = sql`${eq(messageTexts.workspaceId, workspaceId)} ${isLater} and ${messageTexts.messageId} <> all (${sql.param(due)}::uuid[])`;
  const leg = (only: SQL, by: SQL) =>
    sql`(select ${messageTexts.messageId} as id, ${keyInTexts} as key from message_texts where ${isClean} ${only} order by ${by} limit ${most})`;
  const byId = sql`${messageTexts.messageId} ${direction}`;
  const legs = isNullable
    ? [
        leg(sql`and ${keyInTexts} is not null`, sql`${keyInTexts} ${direction}, ${byId}`),
        leg(sql`and ${keyInTexts} is null`, byId),
      ]
    : [leg(sql``, sql`${keyInTexts} ${direction}, ${byId}`)];
  const late = sql`(select ${messages.id}, ${key} as key from messages where ${isThere} and id = any (${sql.param(due)}::uuid[]))`;
  return idsIn(
    db,
    sql`select walked.id from (
      select id, key from (${sql.join([...legs, late], sql` union all `)}) as legs order by key ${direction}${nulls}, id ${direction} limit ${most}
    ) as walked ${isWanted} order by key ${direction}${nulls}, id ${direction} ${page}`,
  );
}

/** Messages of which there is something to sort by. */
function someLeg({ key, direction }: MessageOrder, some: SQL, isThere: SQL | undefined, most: number): SQL {
  return sql`(select id, ${key} as key, due_at from messages where ${isThere} and ${some}
    order by ${key} ${direction}, due_at ${direction}, id ${direction} limit ${most})`;
}

/** The others, which are alike in what is sorted by: status by status in the order of the due moment. */
function lackingLegs(
  { key, direction }: MessageOrder,
  lacks: SQL,
  isThere: SQL | undefined,
  query: MessagesQuery,
  most: number,
): SQL[] {
  return readStatuses(query.status).map(
    (status) =>
      sql`(select id, ${key} as key, due_at from messages where ${isThere} and ${lacks} and status = ${sql.raw(`'${status}'`)}
        order by due_at ${direction}, id ${direction} limit ${most})`,
  );
}

/** An index has messages by status and due moment: each status is read in its order, as far as the page needs it. */
export function byStatus(matches: SQL | undefined, query: MessagesQuery, order: MessageOrder): SQL {
  const legs = readStatuses(query.status).map(
    (status) =>
      sql`(select id, due_at from messages where ${matches} and status = ${sql.raw(`'${status}'`)} order by ${orderBy(order)})`,
  );
  return sql.join(legs, sql` union all `);
}

/** The ids that a statement answers. */
export async function idsIn(db: Db, statement: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(statement);
  return rows.map(({ id }) => id);
}
