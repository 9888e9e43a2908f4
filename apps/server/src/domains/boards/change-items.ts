import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import { MAX_ITEMS } from '@switchyard/contracts/boards/limits';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Action, ActionDeps, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { type Cause, type ItemHappened, recordItemTriggers } from '../automations/index.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { findItem, findLayout, findTitle, type ItemRow } from './boards.queries.ts';
import { boardColumns, boardItems, boards, itemHistory, itemPeople } from './boards.schema.ts';
import { storableCells, storableValue } from './cell-value.ts';
import { lockBoard } from './change-board.ts';
import { keyForItem } from './order.ts';
import { recordItemWebhooks } from './record-webhooks.ts';
import { recurWhenDone } from './recur.ts';

type Change = Pick<typeof itemHistory.$inferInsert, 'act' | 'columnId' | 'before' | 'after' | 'via'> & {
  /** Of one that was moved: where it was. */
  fromGroupId?: string;
};
/** Who changes items: a person, somebody with a form, or a run of an automation. */
export type By = Pick<Actor, 'workspaceId'> & { userId: string | null; cause?: Cause };

/** What a change of an item answers, once its row of history is written. */
async function changed(
  tx: Db,
  actor: By,
  item: ItemRow | undefined,
  { fromGroupId, ...change }: Change,
): Promise<Outcome<ItemRow>> {
  if (!item) throw new Refusal('NOT_FOUND');
  const { id, version, boardId } = item;
  const { workspaceId, userId, cause } = actor;
  const via = change.via ?? (cause ? ('automation' as const) : null);
  await tx.insert(itemHistory).values({ ...change, via, itemId: id, userId, version });
  await recordItemWebhooks(tx, { workspaceId, boardId }, [id], change.act);
  const { columnId } = change;
  const events = [boardChanged(workspaceId, { boardId, item: { id, version }, ...(columnId && { columnId }) })];
  const isMoved = fromGroupId !== undefined && fromGroupId !== item.groupId;
  const happened: ItemHappened | null =
    item.deletedAt !== null ? null : isMoved ? { kind: 'itemMoved', groupId: item.groupId } : happenedBy(change);
  if (happened) {
    const titleOf = () => findTitle(tx, item);
    const items = [{ itemId: id, titleOf, happened }];
    events.push(...(await recordItemTriggers(tx, { workspaceId, boardId, cause, items })));
  }
  return { result: item, events };
}

/** What automations may wait for. */
function happenedBy({ act, via, columnId, before = null, after = null }: Change): ItemHappened | null {
  if (act === 'created') return { kind: via === 'form' ? 'formAnswered' : 'itemCreated' };
  if (act !== 'cell' || !columnId || isSame(before, after)) return null;
  return { kind: 'cellChanged', columnId, after };
}

/** Adds an item, at the end of its group unless told before which other one. @throws Refusal `NOT_FOUND`, `INVALID` */
export const addItem: Action<{ id: string; groupId: string; cells: Cells; beforeId: string | null }, ItemRow> = (
  { db },
  actor,
  { id: boardId, groupId, cells, beforeId },
) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    return placeItem(tx, actor, { boardId, groupId, cells, beforeId });
  });

/** The same for whoever may. @throws Refusal `NOT_FOUND`, `INVALID` */
export async function placeItem(
  tx: Db,
  by: By,
  { boardId, groupId, cells, beforeId }: Pick<NewItem, 'boardId' | 'groupId' | 'cells' | 'beforeId'>,
): Promise<Outcome<ItemRow>> {
  await lockBoard(tx, by.workspaceId, boardId);
  const { columns, groups } = await findLayout(tx, boardId);
  if (!groups.some(({ id }) => id === groupId)) throw invalid([faultAt('groupId', 'choice')]);
  const stored = await storableCells(tx, by.workspaceId, columns, cells);
  const added = await insertItem(tx, by, { boardId, groupId, cells: stored, beforeId });
  for (const column of columns) {
    if (column.type === 'people') await writePeople(tx, added.result.id, column.id, stored[column.id] ?? null);
  }
  return added;
}

/** Who adds items, for what adds one of its own accord. */
export const placing = (tx: Db, by: By) => ({
  workspaceId: by.workspaceId,
  place: (item: Parameters<typeof placeItem>[2]) => placeItem(tx, by, item),
});

interface NewItem {
  boardId: string;
  groupId: string;
  /** As they are stored. */
  cells: Cells;
  beforeId: string | null;
  via?: 'form' | undefined;
  /** It is put away as soon as it is there: somebody looks at it first. */
  deletedAt?: Date | null;
}

/** Writes an item whose cells have been checked. The caller holds the board. @throws Refusal `NOT_FOUND`, `INVALID` */
export async function insertItem(
  tx: Db,
  by: By,
  { boardId, groupId, cells, beforeId, via, deletedAt = null }: NewItem,
): Promise<Outcome<ItemRow>> {
  const position = await keyForItem(tx, { groupId, beforeId });
  const number = await nextNumber(tx, boardId);
  const [item] = await tx
    .insert(boardItems)
    .values({ boardId, groupId, position, number, cells, createdBy: by.userId, deletedAt })
    .returning();
  return changed(tx, by, item, { act: 'created', ...(via && { via }) });
}

/**
 * Numbers are given once, also those of items that were deleted; they count as they may come back.
 * @throws Refusal `INVALID`
 */
async function nextNumber(tx: Db, boardId: string): Promise<number> {
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

/** Who is named in a cell, so that they find it in their work. */
async function writePeople(tx: Db, itemId: string, columnId: string, value: CellValue): Promise<void> {
  await tx.delete(itemPeople).where(and(eq(itemPeople.itemId, itemId), eq(itemPeople.columnId, columnId)));
  if (!Array.isArray(value) || value.length === 0) return;
  await tx.insert(itemPeople).values(value.map((userId) => ({ itemId, columnId, userId })));
}

interface SetCell {
  id: string;
  columnId: string;
  value: CellValue;
  expected?: CellValue | undefined;
}

/**
 * Sets one cell and leaves the others as they are, whoever sets them meanwhile.
 * @throws Refusal `NOT_FOUND`, `INVALID`, `CELL_CHANGED` with what it has now: it no longer has what was expected
 */
export const setCell: Action<SetCell, ItemRow> = ({ db, clock }, actor, given) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    return writeCell(tx, actor, given, clock.now());
  });

/** The same for whoever may. */
export async function writeCell(
  tx: Db,
  by: By,
  { id, columnId, value, expected }: SetCell,
  now: Date,
): Promise<Outcome<ItemRow>> {
  const { workspaceId } = by;
  const { boardId } = await findItem(tx, workspaceId, id);
  // A column that is being deleted is waited for.
  const [column] = await tx
    .select()
    .from(boardColumns)
    .where(and(eq(boardColumns.id, columnId), eq(boardColumns.boardId, boardId), isNull(boardColumns.deletedAt)))
    .for('share');
  if (!column) throw new Refusal('NOT_FOUND');
  const stored = await storableValue(tx, workspaceId, { column, value, field: 'value' });
  const [present] = await tx
    .select({ value: sql<CellValue>`${boardItems.cells} -> ${columnId}::text`, version: boardItems.version })
    .from(boardItems)
    .where(and(eq(boardItems.id, id), isNull(boardItems.deletedAt)))
    .for('update');
  if (!present) throw new Refusal('NOT_FOUND');
  const before = present.value ?? null;
  if (expected !== undefined && !isSame(before, expected)) {
    throw new Refusal('CELL_CHANGED', { value: before, version: present.version });
  }
  const [item] = await tx
    .update(boardItems)
    .set({
      cells:
        stored === null
          ? sql`${boardItems.cells} - ${columnId}::text`
          : sql`jsonb_set(${boardItems.cells}, array[${columnId}::text], ${JSON.stringify(stored)}::jsonb)`,
      version: sql`${boardItems.version} + 1`,
      updatedAt: now,
    })
    .where(eq(boardItems.id, id))
    .returning();
  if (column.type === 'people') await writePeople(tx, id, columnId, stored);
  const { result, events } = await changed(tx, by, item, { act: 'cell', columnId, before, after: stored });
  const recurred = await recurWhenDone(tx, placing(tx, by), result, { column, before, after: stored, now });
  return { result, events: [...events, ...recurred] };
}

export const isSame = (one: CellValue, other: CellValue): boolean => JSON.stringify(one) === JSON.stringify(other);

interface MoveItem {
  id: string;
  groupId: string;
  beforeId: string | null;
}

/** Moves an item within its group or into another of its board. @throws Refusal `NOT_FOUND`, `INVALID` */
export const moveItem: Action<MoveItem, ItemRow> = ({ db, clock }, actor, given) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    return placeElsewhere(tx, actor, given, clock.now());
  });

/** The same for whoever may. */
export async function placeElsewhere(
  tx: Db,
  by: By,
  { id, groupId, beforeId }: MoveItem,
  now: Date,
): Promise<Outcome<ItemRow>> {
  const { boardId } = await findItem(tx, by.workspaceId, id);
  await lockBoard(tx, by.workspaceId, boardId);
  const { groupId: fromGroupId } = await findItem(tx, by.workspaceId, id);
  const { groups } = await findLayout(tx, boardId);
  if (!groups.some((group) => group.id === groupId)) throw invalid([faultAt('groupId', 'choice')]);
  if (beforeId === id) throw invalid([faultAt('beforeId', 'choice')]);
  const position = await keyForItem(tx, { groupId, beforeId, movedId: id });
  const [item] = await tx
    .update(boardItems)
    .set({ groupId, position, version: sql`${boardItems.version} + 1`, updatedAt: now })
    .where(and(eq(boardItems.id, id), isNull(boardItems.deletedAt)))
    .returning();
  return changed(tx, by, item, { act: 'moved', fromGroupId });
}

/** @throws Refusal `NOT_FOUND`: there is no such item, or it is so already */
const setDeleted = ({ db, clock }: ActionDeps, actor: Actor, id: string, isDeleted: boolean) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    await findItem(tx, actor.workspaceId, id);
    const isOther = sql`(${boardItems.deletedAt} is null) = ${isDeleted}`;
    const [item] = await tx
      .update(boardItems)
      .set({ deletedAt: isDeleted ? clock.now() : null, version: sql`${boardItems.version} + 1` })
      .where(and(eq(boardItems.id, id), isOther))
      .returning();
    await writeAudit(tx, actor, { action: `board-item.${isDeleted ? 'delete' : 'restore'}`, subject: id });
    return changed(tx, actor, item, { act: isDeleted ? 'deleted' : 'restored' });
  });

/** Puts an item away. */
export const removeItem: Action<{ id: string }, ItemRow> = (deps, actor, { id }) => setDeleted(deps, actor, id, true);

/** Brings an item back to where it was. */
export const restoreItem: Action<{ id: string }, ItemRow> = (deps, actor, { id }) => setDeleted(deps, actor, id, false);
