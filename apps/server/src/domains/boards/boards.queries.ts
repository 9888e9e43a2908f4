import type { BoardTemplate } from '@switchyard/contracts/boards/operations';
import type { ListQuery } from '@switchyard/contracts/entity';
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { boardColumns, boardGroups, boardItems, boards, boardViews, itemHistory } from './boards.schema.ts';

type Paging = Pick<ListQuery, 'limit' | 'skip'>;

const selectBoards = (db: Db) =>
  db
    .select({
      id: boards.id,
      name: boards.name,
      template: boards.template,
      createdAt: boards.createdAt,
      updatedAt: boards.updatedAt,
      items: sql<number>`(select count(*)::integer from board_items i where i.board_id = boards.id and i.deleted_at is null)`,
    })
    .from(boards);
export type BoardRow = Awaited<ReturnType<typeof selectBoards>>[number];
export type ColumnRow = typeof boardColumns.$inferSelect;
export type GroupRow = typeof boardGroups.$inferSelect;
export type ItemRow = typeof boardItems.$inferSelect;
/** A board with its complete layout. */
export type WholeBoard = BoardRow & Pick<Layout, 'columns' | 'groups'> & { views: (typeof boardViews.$inferSelect)[] };

interface BoardsQuery extends Paging {
  search?: string | undefined;
  template?: BoardTemplate | undefined;
  /** Sort by creation time; omitted means by name. */
  byAge?: 'asc' | 'desc';
}

/** One page of a workspace's boards, and the total number of matches. */
export async function listBoards(
  db: Db,
  workspaceId: string,
  { limit, skip, search, template, byAge }: BoardsQuery,
): Promise<{ rows: BoardRow[]; total: number }> {
  const matches = and(
    eq(boards.workspaceId, workspaceId),
    isNull(boards.deletedAt),
    search ? containsText(boards.name, search) : undefined,
    template ? eq(boards.template, template) : undefined,
  );
  const rows = await selectBoards(db)
    .where(matches)
    .orderBy(...(byAge ? [byAge === 'asc' ? asc(boards.id) : desc(boards.id)] : [asc(boards.name), asc(boards.id)]))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(boards, matches) };
}

export interface Layout {
  columns: ColumnRow[];
  groups: GroupRow[];
}

/** The columns and groups of a board, in order. */
export async function findLayout(db: Db, boardId: string): Promise<Layout> {
  const columns = await db
    .select()
    .from(boardColumns)
    .where(and(eq(boardColumns.boardId, boardId), isNull(boardColumns.deletedAt)))
    .orderBy(desc(boardColumns.isTitle), asc(boardColumns.position), asc(boardColumns.id));
  const groups = await db
    .select()
    .from(boardGroups)
    .where(eq(boardGroups.boardId, boardId))
    .orderBy(asc(boardGroups.position), asc(boardGroups.id));
  return { columns, groups };
}

/** Checks that the board exists. @throws Refusal `NOT_FOUND` */
export async function requireBoard(db: Db, workspaceId: string, id: string): Promise<void> {
  const ours = and(eq(boards.id, id), eq(boards.workspaceId, workspaceId), isNull(boards.deletedAt));
  if ((await db.$count(boards, ours)) === 0) throw new Refusal('NOT_FOUND');
}

/** Items of a board by id, without deleted ones. @throws Refusal `NOT_FOUND` */
export async function findItems(db: Db, workspaceId: string, boardId: string, ids: string[]): Promise<ItemRow[]> {
  await requireBoard(db, workspaceId, boardId);
  return db
    .select()
    .from(boardItems)
    .where(and(eq(boardItems.boardId, boardId), inArray(boardItems.id, ids), isNull(boardItems.deletedAt)));
}

/** @throws Refusal `NOT_FOUND` */
export async function findBoard(db: Db, workspaceId: string, id: string): Promise<WholeBoard> {
  const [row] = await selectBoards(db).where(
    and(eq(boards.workspaceId, workspaceId), eq(boards.id, id), isNull(boards.deletedAt)),
  );
  if (!row) throw new Refusal('NOT_FOUND');
  const views = await db
    .select()
    .from(boardViews)
    .where(eq(boardViews.boardId, id))
    .orderBy(asc(boardViews.createdAt), asc(boardViews.id));
  return { ...row, ...(await findLayout(db, id)), views };
}

/** An item, deleted or not, of an existing board. @throws Refusal `NOT_FOUND` */
export async function findItem(db: Db, workspaceId: string, id: string): Promise<ItemRow> {
  const [found] = await db
    .select({ item: boardItems })
    .from(boardItems)
    .innerJoin(boards, eq(boards.id, boardItems.boardId))
    .where(and(eq(boardItems.id, id), eq(boards.workspaceId, workspaceId), isNull(boards.deletedAt)));
  if (!found) throw new Refusal('NOT_FOUND');
  return found.item;
}

/** Number of subitems by item id; items without any are omitted. */
export async function countSubitems(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: boardItems.parentId, count: count() })
    .from(boardItems)
    .where(and(inArray(boardItems.parentId, [...ids]), isNull(boardItems.deletedAt)))
    .groupBy(boardItems.parentId);
  return new Map(rows.map((row) => [row.id ?? '', row.count]));
}

/** An item's title; empty if it has none. */
export async function findTitle(db: Db, { boardId, cells }: Pick<ItemRow, 'boardId' | 'cells'>): Promise<string> {
  const [title] = await db
    .select({ id: boardColumns.id })
    .from(boardColumns)
    .where(and(eq(boardColumns.boardId, boardId), boardColumns.isTitle));
  return String(cells[title?.id ?? ''] ?? '');
}

const selectHistory = (db: Db) =>
  db
    .select({ change: itemHistory, name: users.name })
    .from(itemHistory)
    .leftJoin(users, eq(users.id, itemHistory.userId));
export type HistoryRow = Awaited<ReturnType<typeof selectHistory>>[number];

/** The history of an item, latest first. @throws Refusal `NOT_FOUND` */
export async function listHistory(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Paging & { id: string },
): Promise<{ rows: HistoryRow[]; total: number }> {
  await findItem(db, workspaceId, id);
  const ofIt = eq(itemHistory.itemId, id);
  const rows = await selectHistory(db)
    .where(ofIt)
    .orderBy(desc(itemHistory.version), desc(itemHistory.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(itemHistory, ofIt) };
}
