import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import { MAX_ITEMS, MAX_SUBITEMS } from '@switchyard/contracts/boards/limits';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Action, ActionDeps, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { type Cause, type ItemHappened, recordItemTriggers } from '../automations/index.ts';
import { keepFiles } from '../files/index.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { type ColumnRow, findItem, findLayout, findTitle, type ItemRow } from './boards.queries.ts';
import { boardColumns, boardItems, boards, itemFiles, itemHistory, itemPeople } from './boards.schema.ts';
import { storableCells, storableValue } from './cell-value.ts';
import { lockBoard } from './change-board.ts';
import { isMissing, requireFilled, requireUnique, withDefaults } from './column-rules.ts';
import { calculateFormulas } from './formulas.ts';
import { keyForItem } from './order.ts';
import { recordItemWebhooks } from './record-webhooks.ts';
import { recurWhenDone } from './recur.ts';

type Change = Pick<typeof itemHistory.$inferInsert, 'columnId' | 'before' | 'after' | 'via'> & {
  act: Parameters<typeof recordItemWebhooks>[3];
  /** For moves: the previous group. */
  fromGroupId?: string;
};
/** Who changes items: a person, the sender of a form, a bot, or an automation run. */
export type By = Pick<Actor, 'workspaceId'> & { userId: string | null; cause?: Cause | undefined; via?: 'bot' };

/** The outcome of a change to an item, once its history is recorded. */
async function recordChange(
  tx: Db,
  actor: By,
  item: ItemRow | undefined,
  { fromGroupId, ...change }: Change,
): Promise<Outcome<ItemRow>> {
  if (!item) throw new Refusal('NOT_FOUND');
  const { id, version, boardId } = item;
  const { workspaceId, userId, cause } = actor;
  const via = change.via ?? actor.via ?? (cause ? ('automation' as const) : null);
  await tx.insert(itemHistory).values({ ...change, via, itemId: id, userId, version });
  await recordItemWebhooks(tx, { workspaceId, boardId }, [id], change.act);
  const { columnId } = change;
  const events = [boardChanged(workspaceId, { boardId, item: { id, version }, ...(columnId && { columnId }) })];
  const isMoved = fromGroupId !== undefined && fromGroupId !== item.groupId;
  const automationEvent: ItemHappened | null =
    item.deletedAt !== null ? null : isMoved ? { kind: 'itemMoved', groupId: item.groupId } : automationEventOf(change);
  if (automationEvent) {
    const titleOf = () => findTitle(tx, item);
    const items = [{ itemId: id, titleOf, happened: automationEvent }];
    events.push(...(await recordItemTriggers(tx, { workspaceId, boardId, cause, items })));
  }
  return { result: item, events };
}

/** The automation event for a change, or null. */
function automationEventOf({ act, via, columnId, before = null, after = null }: Change): ItemHappened | null {
  if (act === 'created') return { kind: via === 'form' ? 'formAnswered' : 'itemCreated' };
  if (act !== 'cell' || !columnId || isSame(before, after)) return null;
  return { kind: 'cellChanged', columnId, after };
}

/** Adds an item at the end of its group unless another position is given. @throws Refusal `NOT_FOUND`, `INVALID` */
export const addItem: Action<Omit<PlacedItem, 'boardId'> & { id: string }, ItemRow> = (
  { db },
  actor,
  { id: boardId, ...given },
) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    return createItem(tx, actor, { boardId, ...given });
  });

type PlacedItem = Pick<NewItem, 'boardId' | 'groupId' | 'cells' | 'beforeId' | 'parentId'>;

/** Adds an item without checking the actor's rights. @throws Refusal `NOT_FOUND`, `INVALID` */
export async function createItem(
  tx: Db,
  by: By,
  { boardId, groupId, cells, beforeId, parentId = null }: PlacedItem,
): Promise<Outcome<ItemRow>> {
  await lockBoard(tx, by.workspaceId, boardId);
  const { columns, groups } = await findLayout(tx, boardId);
  if (!groups.some(({ id }) => id === groupId)) throw invalid([faultAt('groupId', 'choice')]);
  const stored = await storableCells(tx, by.workspaceId, columns, withDefaults(columns, cells));
  requireFilled(columns, stored);
  if (parentId !== null) await requireParent(tx, { parentId, boardId, groupId });
  return insertItem(tx, by, { boardId, groupId, columns, cells: stored, beforeId, parentId });
}

/** @throws Refusal `INVALID` if the parent is elsewhere, is itself a subitem, or has the maximum number of subitems */
async function requireParent(
  tx: Db,
  { parentId, boardId, groupId }: { parentId: string; boardId: string; groupId: string },
): Promise<void> {
  const isInGroup = and(eq(boardItems.id, parentId), eq(boardItems.boardId, boardId), eq(boardItems.groupId, groupId));
  const isValidParent = and(isInGroup, isNull(boardItems.parentId), isNull(boardItems.deletedAt));
  if ((await tx.$count(boardItems, isValidParent)) === 0) throw invalid([faultAt('parentId', 'choice')]);
  if ((await tx.$count(boardItems, eq(boardItems.parentId, parentId))) >= MAX_SUBITEMS) {
    throw invalid([faultAt('parentId', 'tooMany', { maximum: MAX_SUBITEMS })]);
  }
}

/** Functions that add items automatically; they do not insist on required columns. */
export const itemAdder = (tx: Db, by: By) => ({
  workspaceId: by.workspaceId,
  async place(item: NewItem): Promise<Outcome<ItemRow>> {
    await lockBoard(tx, by.workspaceId, item.boardId);
    return insertItem(tx, by, item);
  },
});

export interface NewItem {
  boardId: string;
  groupId: string;
  columns: readonly ColumnRow[];
  /** As stored. */
  cells: Cells;
  beforeId: string | null;
  parentId?: string | null | undefined;
  via?: 'form' | undefined;
  /** Adds it already deleted, for a person to review first. */
  deletedAt?: Date | null;
}

/**
 * Inserts an item whose cells have been checked except for uniqueness. The caller holds the board's lock.
 * @throws Refusal `NOT_FOUND`, `INVALID`
 */
export async function insertItem(
  tx: Db,
  by: By,
  { boardId, groupId, columns, cells, beforeId, parentId = null, via, deletedAt = null }: NewItem,
): Promise<Outcome<ItemRow>> {
  if (deletedAt === null) await requireUnique(tx, columns, cells, { fieldOf: (id) => `cells.${id}` });
  const position = await keyForItem(tx, { groupId, beforeId });
  const number = await takeNumber(tx, boardId);
  const [formulas] = await calculateFormulas(columns, [{ cells, number, createdAt: new Date() }]);
  const [item] = await tx
    .insert(boardItems)
    .values({
      boardId,
      groupId,
      parentId,
      position,
      number,
      cells: { ...cells, ...formulas },
      createdBy: by.userId,
      deletedAt,
    })
    .returning();
  for (const column of item ? columns.filter(({ id }) => Array.isArray(cells[id])) : []) {
    await indexReferences(tx, column, item?.id ?? '', cells[column.id] ?? null);
  }
  return recordChange(tx, by, item, { act: 'created', ...(via && { via }) });
}

/**
 * Takes the next item number. Numbers are never reused. Deleted items count towards the limit, because they can be
 * restored.
 * @throws Refusal `INVALID`
 */
async function takeNumber(tx: Db, boardId: string): Promise<number> {
  const [board] = await tx
    .update(boards)
    .set({ nextNumber: sql`${boards.nextNumber} + 1` })
    .where(eq(boards.id, boardId))
    .returning({ next: boards.nextNumber });
  const number = (board?.next ?? 0) - 1;
  if (number > MAX_ITEMS && (await tx.$count(boardItems, eq(boardItems.boardId, boardId))) >= MAX_ITEMS) {
    throw invalid([faultAt('id', 'tooMany', { maximum: MAX_ITEMS })]);
  }
  return number;
}

/** Indexes the people named in a cell, for their work list, or its files, which prevents their deletion. */
async function indexReferences(
  tx: Db,
  { id: columnId, type }: ColumnRow,
  itemId: string,
  value: CellValue,
): Promise<void> {
  const ids = Array.isArray(value) ? value : [];
  if (type === 'people') {
    await tx.delete(itemPeople).where(and(eq(itemPeople.itemId, itemId), eq(itemPeople.columnId, columnId)));
    if (ids.length > 0) await tx.insert(itemPeople).values(ids.map((userId) => ({ itemId, columnId, userId })));
  }
  if (type === 'file') {
    await tx.delete(itemFiles).where(and(eq(itemFiles.itemId, itemId), eq(itemFiles.columnId, columnId)));
    if (ids.length > 0) await tx.insert(itemFiles).values(ids.map((fileId) => ({ itemId, columnId, fileId })));
    await keepFiles(tx, ids);
  }
}

interface SetCell {
  id: string;
  columnId: string;
  value: CellValue;
  expected?: CellValue | undefined;
}

/**
 * Sets one cell without affecting concurrent changes to the others.
 * @throws Refusal `NOT_FOUND`, `INVALID`; `CELL_CHANGED` with the current value if it is not the expected one
 */
export const setCell: Action<SetCell, ItemRow> = ({ db, clock }, actor, given) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    return writeCell(tx, actor, given, clock.now());
  });

/** Sets a cell without checking the actor's rights. */
export async function writeCell(
  tx: Db,
  by: By,
  { id, columnId, value, expected }: SetCell,
  now: Date,
): Promise<Outcome<ItemRow>> {
  const { workspaceId } = by;
  const { boardId } = await findItem(tx, workspaceId, id);
  // Waits for changes to this column, and to formulas that may read it.
  const concerned = or(eq(boardColumns.id, columnId), eq(boardColumns.type, 'formula'));
  const live = await tx
    .select()
    .from(boardColumns)
    .where(and(concerned, eq(boardColumns.boardId, boardId), isNull(boardColumns.deletedAt)))
    .for('share');
  const column = live.find((candidate) => candidate.id === columnId);
  if (!column) throw new Refusal('NOT_FOUND');
  const stored = await storableValue(tx, workspaceId, { column, value, field: 'value' });
  if (isMissing(column, stored)) throw invalid([faultAt('value', 'missing')]);
  await requireUnique(tx, [column], { [columnId]: stored }, { itemId: id, fieldOf: () => 'value' });
  const [present] = await tx
    .select()
    .from(boardItems)
    .where(and(eq(boardItems.id, id), isNull(boardItems.deletedAt)))
    .for('update');
  if (!present) throw new Refusal('NOT_FOUND');
  const before = present.cells[columnId] ?? null;
  if (expected !== undefined && !isSame(before, expected)) {
    throw new Refusal('CELL_CHANGED', { value: before, version: present.version });
  }
  const cells = { ...present.cells, [columnId]: stored };
  // Boards without formulas need not read all columns.
  const columns = live.some(({ type }) => type === 'formula') ? (await findLayout(tx, boardId)).columns : [];
  const [formulas = {}] = await calculateFormulas(columns, [{ ...present, cells }]);
  const set = { ...(stored === null ? {} : { [columnId]: stored }), ...formulas };
  const [item] = await tx
    .update(boardItems)
    .set({
      cells: sql`(${boardItems.cells} - ${columnId}::text) || ${JSON.stringify(set)}::jsonb`,
      version: sql`${boardItems.version} + 1`,
      changedBy: by.userId,
      updatedAt: now,
    })
    .where(eq(boardItems.id, id))
    .returning();
  await indexReferences(tx, column, id, stored);
  const { result, events } = await recordChange(tx, by, item, { act: 'cell', columnId, before, after: stored });
  const recurred = await recurWhenDone(tx, itemAdder(tx, by), result, { column, before, after: stored, now });
  return { result, events: [...events, ...recurred] };
}

export const isSame = (a: CellValue, b: CellValue): boolean => JSON.stringify(a) === JSON.stringify(b);

interface MoveItem {
  id: string;
  groupId: string;
  beforeId: string | null;
}

/** Moves an item within its group or to another group of its board. @throws Refusal `NOT_FOUND`, `INVALID` */
export const moveItem: Action<MoveItem, ItemRow> = ({ db, clock }, actor, given) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    return relocateItem(tx, actor, given, clock.now());
  });

/** Moves an item without checking the actor's rights. */
export async function relocateItem(
  tx: Db,
  by: By,
  { id, groupId, beforeId }: MoveItem,
  now: Date,
): Promise<Outcome<ItemRow>> {
  const { boardId, parentId, ...present } = await findItem(tx, by.workspaceId, id);
  await lockBoard(tx, by.workspaceId, boardId);
  const { groupId: fromGroupId } = await findItem(tx, by.workspaceId, id);
  const { groups } = await findLayout(tx, boardId);
  // A subitem stays in its parent's group.
  if (parentId !== null && groupId !== present.groupId) throw invalid([faultAt('groupId', 'choice')]);
  if (!groups.some((group) => group.id === groupId)) throw invalid([faultAt('groupId', 'choice')]);
  if (beforeId === id) throw invalid([faultAt('beforeId', 'choice')]);
  const position = await keyForItem(tx, { groupId, beforeId, movedId: id });
  const [item] = await tx
    .update(boardItems)
    .set({ groupId, position, version: sql`${boardItems.version} + 1`, changedBy: by.userId, updatedAt: now })
    .where(and(eq(boardItems.id, id), isNull(boardItems.deletedAt)))
    .returning();
  const moved = await recordChange(tx, by, item, { act: 'moved', fromGroupId });
  const parts = await tx
    .update(boardItems)
    .set({ groupId, version: sql`${boardItems.version} + 1` })
    .where(and(eq(boardItems.parentId, id), ne(boardItems.groupId, groupId)))
    .returning();
  return {
    ...moved,
    events: [...moved.events, ...parts.map((part) => boardChanged(by.workspaceId, { boardId, item: part }))],
  };
}

/** @throws Refusal `NOT_FOUND` if there is no such item, or it is already in that state */
const setDeleted = ({ db, clock }: ActionDeps, actor: Actor, id: string, isDeleted: boolean) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const now = clock.now();
    const { boardId, cells, parentId, deletedAt } = await findItem(tx, actor.workspaceId, id);
    if (!isDeleted) {
      await lockBoard(tx, actor.workspaceId, boardId);
      const { columns } = await findLayout(tx, boardId);
      await requireUnique(tx, columns, cells, { itemId: id, fieldOf: () => 'id' });
    }
    // If the parent is still deleted, the item is restored on its own.
    const isAlone =
      !isDeleted && parentId !== null && (await findItem(tx, actor.workspaceId, parentId)).deletedAt !== null;
    const isOther = sql`(${boardItems.deletedAt} is null) = ${isDeleted}`;
    const [item] = await tx
      .update(boardItems)
      .set({
        deletedAt: isDeleted ? now : null,
        version: sql`${boardItems.version} + 1`,
        ...(isAlone && { parentId: null }),
      })
      .where(and(eq(boardItems.id, id), isOther))
      .returning();
    const together =
      isDeleted || deletedAt === null ? isNull(boardItems.deletedAt) : eq(boardItems.deletedAt, deletedAt);
    const parts = item
      ? await tx
          .update(boardItems)
          .set({ deletedAt: isDeleted ? now : null, version: sql`${boardItems.version} + 1` })
          .where(and(eq(boardItems.parentId, id), together))
          .returning()
      : [];
    const act: Change['act'] = isDeleted ? 'deleted' : 'restored';
    if (parts.length > 0) {
      const { userId } = actor;
      await tx
        .insert(itemHistory)
        .values(parts.map((part) => ({ itemId: part.id, act, userId, version: part.version })));
    }
    await writeAudit(tx, actor, { action: `board-item.${isDeleted ? 'delete' : 'restore'}`, subject: id });
    const done = await recordChange(tx, actor, item, { act });
    const events = parts.map((part) => boardChanged(actor.workspaceId, { boardId, item: part }));
    return { ...done, events: [...done.events, ...events] };
  });

/** Deletes an item; it can be restored. */
export const removeItem: Action<{ id: string }, ItemRow> = (deps, actor, { id }) => setDeleted(deps, actor, id, true);

/** Restores an item to its previous position. */
export const restoreItem: Action<{ id: string }, ItemRow> = (deps, actor, { id }) => setDeleted(deps, actor, id, false);
