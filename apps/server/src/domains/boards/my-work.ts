import type { ColumnOption } from '@switchyard/contracts/boards/columns';
import type { ListQuery } from '@switchyard/contracts/entity';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { countSubitems, type ItemRow } from './boards.queries.ts';
import { boardItems } from './boards.schema.ts';

type Paging = Pick<ListQuery, 'limit' | 'skip'>;

export interface AssignedRow {
  item: ItemRow;
  boardName: string;
  title: string;
  dueOn: string | null;
  statusColumnId: string | null;
  options: ColumnOption[];
  subitems: number;
}

interface WorkRow extends Record<string, unknown> {
  id: string;
  board_name: string;
  title: string;
  due_on: string | null;
  status_id: string | null;
  options: ColumnOption[] | null;
  total: number;
}

/** A board's first column of a type. */
const firstColumn = (type: string) =>
  sql`select c.id, c.options from board_columns c where c.board_id = b.id and c.type = ${type} and c.deleted_at is null
      order by c.position, c.id limit 1`;

/**
 * One page of a workspace's items by due date, and their number.
 * @param chosen rows of `item_id, rank`; a lower rank comes first
 */
async function listWork(
  db: Db,
  { chosen, workspaceId, isDone }: { chosen: SQL; workspaceId: string; isDone?: boolean },
  { limit, skip }: Paging,
): Promise<{ rows: AssignedRow[]; total: number }> {
  const condition =
    isDone === undefined
      ? sql``
      : sql`
      and exists (
        select from jsonb_array_elements(status.options) o
        where o ->> 'id' = i.cells ->> status.id::text and (o ->> 'isDone')::boolean
      ) = ${isDone}`;
  const { rows: found } = await db.execute<WorkRow>(sql`
    select i.id, b.name as board_name, coalesce(i.cells ->> title.id::text, '') as title, i.cells ->> due.id::text as due_on,
      status.id as status_id, status.options, count(*) over ()::integer as total
    from (${chosen}) chosen
    join board_items i on i.id = chosen.item_id
    join boards b on b.id = i.board_id
    join board_columns title on title.board_id = b.id and title.is_title
    left join lateral (${firstColumn('date')}) due on true
    left join lateral (${firstColumn('status')}) status on true
    where b.workspace_id = ${workspaceId} and b.deleted_at is null and i.deleted_at is null${condition}
    order by chosen.rank, due_on nulls last, i.id
    limit ${limit} offset ${skip}`);
  const ids = found.map(({ id }) => id);
  const items = new Map(
    (ids.length === 0 ? [] : await db.select().from(boardItems).where(inArray(boardItems.id, ids))).map((item) => [
      item.id,
      item,
    ]),
  );
  const subitems = await countSubitems(db, ids);
  return {
    rows: found.flatMap((row) => {
      const item = items.get(row.id);
      if (!item) return [];
      const { board_name: boardName, title, due_on: dueOn, status_id: statusColumnId, options } = row;
      return [
        { item, boardName, title, dueOn, statusColumnId, options: options ?? [], subitems: subitems.get(row.id) ?? 0 },
      ];
    }),
    total: found[0]?.total ?? 0,
  };
}

/** Items on a workspace's boards assigned to the actor, or to the person supported. */
export const listAssigned = (
  db: Db,
  { workspaceId, userId, onBehalfOf }: Pick<Actor, 'workspaceId' | 'userId' | 'onBehalfOf'>,
  { isDone, ...paging }: Paging & { isDone: boolean },
) => {
  const mine = onBehalfOf?.userId ?? userId;
  const selected = sql`select distinct item_id, 0 as rank from item_people where user_id = ${mine}`;
  return listWork(db, { chosen: selected, workspaceId, isDone }, paging);
};

/** Items made from messages of a chat, or with its number in a phone column, latest first. */
export const listOfChat = (
  db: Db,
  workspaceId: string,
  { engineId, chat: given, ...paging }: Paging & { engineId: string; chat: string },
) => {
  const chat = given.replaceAll('\0', '');
  const selected = sql`select found.item_id, row_number() over (order by found.item_id desc) as rank from (
    select m.item_id from item_messages m where m.engine_id = ${engineId} and m.chat = ${chat}
    union
    select i.id from boards b
    join board_columns c on c.board_id = b.id and c.type = 'phone' and c.deleted_at is null
    join board_items i on i.board_id = b.id and i.cells ->> c.id::text = ${chat}
    where b.workspace_id = ${workspaceId} and ${chat.startsWith('+')}
  ) found`;
  return listWork(db, { chosen: selected, workspaceId }, paging);
};

/** Items of the workspace's boards whose title contains a text, latest first. */
export const findByTitle = (db: Db, workspaceId: string, { search, ...paging }: Paging & { search: string }) => {
  const selected = sql`select i.id as item_id, row_number() over (order by i.id desc) as rank from boards b
    join board_columns c on c.board_id = b.id and c.is_title
    join board_items i on i.board_id = b.id and i.deleted_at is null
    where b.workspace_id = ${workspaceId} and b.deleted_at is null
      and ${containsText(sql`(i.cells ->> c.id::text)`, search)}`;
  return listWork(db, { chosen: selected, workspaceId }, paging);
};
