import { MAX_DEPENDENCIES } from '@switchyard/contracts/boards/limits';
import type { Dependency, LinkedItem } from '@switchyard/contracts/boards/operations';
import type { ListQuery } from '@switchyard/contracts/entity';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { type ColumnRow, findItem, findLayout, type ItemRow, requireBoard } from './boards.queries.ts';
import { boardItems, itemDependencies } from './boards.schema.ts';
import { lockBoard } from './change-board.ts';

interface Link {
  id: string;
  waitsForId: string;
}

function presentLinked(columns: readonly ColumnRow[], { id, cells }: Pick<ItemRow, 'id' | 'cells'>): LinkedItem {
  const textIn = (column: ColumnRow | undefined) => {
    const value = cells[column?.id ?? ''];
    return typeof value === 'string' ? value : null;
  };
  const [start, end = start] = columns.filter(({ type }) => type === 'date');
  const status = columns.find(({ type }) => type === 'status');
  return {
    _id: id,
    title: textIn(columns.find(({ isTitle }) => isTitle)) ?? '',
    isDone: status?.options.some((option) => option.isDone && option.id === cells[status.id]) ?? false,
    startsOn: textIn(start),
    endsOn: textIn(end),
  };
}

/** Makes an item wait for another one of its board. @throws Refusal `NOT_FOUND`; `INVALID`, also for a cycle */
export const addDependency: Action<Link, LinkedItem> = ({ db }, actor, { id, waitsForId }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId } = actor;
    const item = await findItem(tx, workspaceId, id);
    const { boardId } = item;
    await lockBoard(tx, workspaceId, boardId);
    const [other] = await tx
      .select()
      .from(boardItems)
      .where(and(eq(boardItems.id, waitsForId), eq(boardItems.boardId, boardId), isNull(boardItems.deletedAt)));
    if (!other) throw invalid([faultAt('waitsForId', 'choice')]);
    if (await waitsFor(tx, waitsForId, id)) throw invalid([faultAt('waitsForId', 'waitsInCircle')]);
    if ((await tx.$count(itemDependencies, eq(itemDependencies.itemId, id))) >= MAX_DEPENDENCIES) {
      throw invalid([faultAt('waitsForId', 'tooMany', { maximum: MAX_DEPENDENCIES })]);
    }
    await tx.insert(itemDependencies).values({ itemId: id, waitsForId }).onConflictDoNothing();
    const { columns } = await findLayout(tx, boardId);
    return {
      result: presentLinked(columns, other),
      events: [item, other].map((row) => boardChanged(workspaceId, { boardId, item: row })),
    };
  });

/** Whether an item is the other one or waits for it, directly or indirectly. */
async function waitsFor(tx: Db, id: string, otherId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with recursive chain as (
      select ${id}::uuid as id
      union select d.waits_for_id from item_dependencies d join chain on d.item_id = chain.id
    )
    select 1 from chain where id = ${otherId}`);
  return rows.length > 0;
}

/** @throws Refusal `NOT_FOUND` */
export const removeDependency: Action<Link, Record<string, never>> = ({ db }, actor, { id, waitsForId }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId } = actor;
    const item = await findItem(tx, workspaceId, id);
    const other = await findItem(tx, workspaceId, waitsForId);
    await tx
      .delete(itemDependencies)
      .where(and(eq(itemDependencies.itemId, id), eq(itemDependencies.waitsForId, waitsForId)));
    return {
      result: {},
      events: [item, other].map((row) => boardChanged(workspaceId, { boardId: item.boardId, item: row })),
    };
  });

/** What an item waits for and what waits for it, without deleted items. */
export async function findLinks(
  db: Db,
  { id, boardId }: ItemRow,
): Promise<Record<'waitsFor' | 'blocks', LinkedItem[]>> {
  const { columns } = await findLayout(db, boardId);
  const linked = async (of: 'itemId' | 'waitsForId', to: 'itemId' | 'waitsForId') => {
    const rows = await db
      .select({ id: boardItems.id, cells: boardItems.cells })
      .from(itemDependencies)
      .innerJoin(boardItems, eq(boardItems.id, itemDependencies[to]))
      .where(and(eq(itemDependencies[of], id), isNull(boardItems.deletedAt)))
      .orderBy(boardItems.number)
      .limit(2 * MAX_DEPENDENCIES);
    return rows.map((row) => presentLinked(columns, row));
  };
  return { waitsFor: await linked('itemId', 'waitsForId'), blocks: await linked('waitsForId', 'itemId') };
}

/** The dependencies between a board's items, and their number. @throws Refusal `NOT_FOUND` */
export async function listDependencies(
  db: Db,
  workspaceId: string,
  { id: boardId, limit, skip }: Pick<ListQuery, 'limit' | 'skip'> & { id: string },
): Promise<{ data: Dependency[]; total: number }> {
  await requireBoard(db, workspaceId, boardId);
  const { columns } = await findLayout(db, boardId);
  const live = db
    .select({ id: boardItems.id })
    .from(boardItems)
    .where(and(eq(boardItems.boardId, boardId), isNull(boardItems.deletedAt)));
  const both = and(inArray(itemDependencies.itemId, live), inArray(itemDependencies.waitsForId, live));
  const rows = await db
    .select({ itemId: itemDependencies.itemId, id: boardItems.id, cells: boardItems.cells })
    .from(itemDependencies)
    .innerJoin(boardItems, eq(boardItems.id, itemDependencies.waitsForId))
    .where(both)
    .orderBy(itemDependencies.itemId, itemDependencies.waitsForId)
    .limit(limit)
    .offset(skip);
  return {
    data: rows.map(({ itemId, ...row }) => ({ itemId, waitsFor: presentLinked(columns, row) })),
    total: await db.$count(itemDependencies, both),
  };
}
