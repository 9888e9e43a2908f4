import {
  type ColumnOption,
  type ColumnSettings,
  type ColumnType,
  hasOptions,
  hasValues,
  NO_SETTINGS,
} from '@switchyard/contracts/boards/columns';
import { MAX_BOARDS, MAX_COLUMNS, MAX_GROUPS, MAX_VIEWS } from '@switchyard/contracts/boards/limits';
import type { BoardTemplate, BoardView } from '@switchyard/contracts/boards/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { generateNKeysBetween } from 'fractional-indexing';
import type { Action, ActionDeps, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { foldedText } from '../../platform/database/text-search.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { templateColumns, templateGroups } from './board-templates.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { findBoard, type WholeBoard } from './boards.queries.ts';
import { boardColumns, boardGroups, boardItems, boards, boardViews, itemFiles, itemPeople } from './boards.schema.ts';
import { checkSettings } from './column-rules.ts';
import { checkFormula, formulaColumns } from './formulas.ts';
import { keyInList } from './order.ts';

/** @throws Refusal `INVALID`: the workspace has as many as it may */
export const createBoard: Action<{ name: string; template: BoardTemplate }, WholeBoard> = (
  { db },
  actor,
  { name, template },
) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId } = actor;
    if ((await tx.$count(boards, and(eq(boards.workspaceId, workspaceId), isNull(boards.deletedAt)))) >= MAX_BOARDS) {
      throw invalid([faultAt('name', 'tooMany', { maximum: MAX_BOARDS })]);
    }
    const id = newId();
    await tx.insert(boards).values({ id, workspaceId, name, template });
    const columns = templateColumns[template];
    const columnKeys = generateNKeysBetween(null, null, columns.length);
    await tx
      .insert(boardColumns)
      .values(columns.map((column, at) => ({ ...column, boardId: id, position: columnKeys[at] ?? '' })));
    const groups = templateGroups[template];
    const groupKeys = generateNKeysBetween(null, null, groups.length);
    await tx
      .insert(boardGroups)
      .values(groups.map((group, at) => ({ name: group, boardId: id, position: groupKeys[at] ?? '' })));
    await writeAudit(tx, actor, { action: 'board.create', subject: id });
    return { result: await findBoard(tx, workspaceId, id), events: [boardChanged(workspaceId, { boardId: id })] };
  });

/** Changes a board's layout while nobody else does. @throws Refusal `NOT_FOUND` */
const change = (
  { db, clock }: ActionDeps,
  actor: Actor,
  boardId: string,
  act: string,
  work: (tx: Db, board: WholeBoard) => Promise<unknown>,
): Promise<Outcome<WholeBoard>> =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId } = actor;
    await lockBoard(tx, workspaceId, boardId);
    await work(tx, await findBoard(tx, workspaceId, boardId));
    await tx.update(boards).set({ updatedAt: clock.now() }).where(eq(boards.id, boardId));
    await writeAudit(tx, actor, { action: `board.${act}`, subject: boardId });
    return { result: await findBoard(tx, workspaceId, boardId), events: [boardChanged(workspaceId, { boardId })] };
  });

/** Whoever orders items or changes a layout comes after the one before. @throws Refusal `NOT_FOUND` */
export async function lockBoard(tx: Db, workspaceId: string, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: boards.id })
    .from(boards)
    .where(and(eq(boards.id, id), eq(boards.workspaceId, workspaceId), isNull(boards.deletedAt)))
    .for('update');
  if (!row) throw new Refusal('NOT_FOUND');
}

/** The board that a part of one is of, whoever's it is. @throws Refusal `NOT_FOUND` */
async function boardOf(
  db: Db,
  table: typeof boardColumns | typeof boardGroups | typeof boardViews,
  id: string,
): Promise<string> {
  const [row] = await db.select({ boardId: table.boardId }).from(table).where(eq(table.id, id));
  if (!row) throw new Refusal('NOT_FOUND');
  return row.boardId;
}

/** One of a board's parts, as it is now. @throws Refusal `NOT_FOUND` */
function partOf<Part extends { id: string }>(parts: readonly Part[], id: string): Part {
  const part = parts.find((one) => one.id === id);
  if (!part) throw new Refusal('NOT_FOUND');
  return part;
}

export const renameBoard: Action<{ id: string; name: string }, WholeBoard> = (deps, actor, { id, name }) =>
  change(deps, actor, id, 'rename', (tx) => tx.update(boards).set({ name }).where(eq(boards.id, id)));

/** Puts a board away with all that is in it. @throws Refusal `NOT_FOUND` */
export const removeBoard: Action<{ id: string }, Record<string, never>> = ({ db, clock }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    await lockBoard(tx, actor.workspaceId, id);
    await tx.update(boards).set({ deletedAt: clock.now() }).where(eq(boards.id, id));
    await writeAudit(tx, actor, { action: 'board.delete', subject: id });
    return { result: {}, events: [boardChanged(actor.workspaceId, { boardId: id })] };
  });

/** @throws Refusal `NOT_FOUND`: it was not deleted */
export const restoreBoard: Action<{ id: string }, WholeBoard> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId } = actor;
    const ours = and(eq(boards.id, id), eq(boards.workspaceId, workspaceId), isNotNull(boards.deletedAt));
    const restored = await tx.update(boards).set({ deletedAt: null }).where(ours).returning({ id: boards.id });
    if (restored.length === 0) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'board.restore', subject: id });
    return { result: await findBoard(tx, workspaceId, id), events: [boardChanged(workspaceId, { boardId: id })] };
  });

/** @throws Refusal `NOT_FOUND`, `INVALID`: the board has as many as it may, or the settings don't fit the type */
export const addColumn: Action<
  {
    id: string;
    name: string;
    type: ColumnType;
    options?: ColumnOption[] | undefined;
    settings?: ColumnSettings | undefined;
  },
  WholeBoard
> = (deps, actor, { id: boardId, name, type, options = [], settings = NO_SETTINGS }) =>
  change(deps, actor, boardId, 'add-column', async (tx, { columns }) => {
    if (columns.length >= MAX_COLUMNS) throw invalid([faultAt('name', 'tooMany', { maximum: MAX_COLUMNS })]);
    checkOptions(type, options);
    const position = keyInList(columns.slice(1), null);
    const column = { id: newId(), boardId, name, type, options, settings, position, isTitle: false, deletedAt: null };
    if (type === 'formula') await checkFormula(columns, settings.formula);
    await tx.insert(boardColumns).values({ ...column, settings: await checkSettings(tx, actor.workspaceId, column) });
    if (type === 'formula') await haveFormulasDue(tx, boardId, deps.clock.now());
  });

/** Has the formulas of all items of a board worked out again. */
const haveFormulasDue = (tx: Db, boardId: string, now: Date) =>
  tx.update(boards).set({ formulasDueAt: now }).where(eq(boards.id, boardId));

function checkOptions(type: ColumnType, options: readonly ColumnOption[]): void {
  if (hasOptions(type) ? options.length === 0 : options.length > 0) {
    throw invalid([faultAt('options', hasOptions(type) ? 'chooseOne' : 'choice')]);
  }
}

/** @throws Refusal `NOT_FOUND`, `INVALID` */
export const changeColumn: Action<
  {
    id: string;
    name?: string | undefined;
    options?: ColumnOption[] | undefined;
    settings?: ColumnSettings | undefined;
    beforeId?: string | null | undefined;
  },
  WholeBoard
> = async (deps, actor, { id, name, options, settings, beforeId }) =>
  change(deps, actor, await boardOf(deps.db, boardColumns, id), 'change-column', async (tx, { columns }) => {
    const column = partOf(columns, id);
    if (options) checkOptions(column.type, options);
    if (settings) {
      // Whoever writes a cell of it has done so, or does so by these settings.
      await tx.select().from(boardColumns).where(eq(boardColumns.id, id)).for('update');
      if (column.type === 'formula') await checkFormula(columns, settings.formula, id);
    }
    if (formulaColumns(columns).length > 0 && (options || (settings && column.type === 'formula'))) {
      await haveFormulasDue(tx, column.boardId, deps.clock.now());
    }
    const given = { ...column, options: options ?? column.options };
    const set = {
      settings: settings ? await checkSettings(tx, actor.workspaceId, { ...given, settings }) : column.settings,
      name: name ?? column.name,
      options: options ?? column.options,
      // The title comes first, whatever its key.
      position: beforeId === undefined ? column.position : keyInList(columns.slice(1), beforeId, id),
    };
    return tx.update(boardColumns).set(set).where(eq(boardColumns.id, id));
  });

/**
 * Takes a column away; nobody is assigned to anything by it any more.
 * @throws Refusal `NOT_FOUND`, `INVALID`: it is the title
 */
export const removeColumn: Action<{ id: string }, WholeBoard> = async (deps, actor, { id }) =>
  change(deps, actor, await boardOf(deps.db, boardColumns, id), 'delete-column', async (tx, { columns }) => {
    if (partOf(columns, id).isTitle) throw invalid([faultAt('id', 'titleColumn')]);
    await tx.update(boardColumns).set({ deletedAt: deps.clock.now() }).where(eq(boardColumns.id, id));
    await tx.delete(itemPeople).where(eq(itemPeople.columnId, id));
    await tx.delete(itemFiles).where(eq(itemFiles.columnId, id));
    if (formulaColumns(columns).length > 0) {
      await haveFormulasDue(tx, partOf(columns, id).boardId, deps.clock.now());
    }
  });

/** @throws Refusal `NOT_FOUND`, `INVALID`: the board has as many as it may */
export const addGroup: Action<{ id: string; name: string }, WholeBoard> = (deps, actor, { id, name }) =>
  change(deps, actor, id, 'add-group', (tx, { groups }) => {
    if (groups.length >= MAX_GROUPS) throw invalid([faultAt('name', 'tooMany', { maximum: MAX_GROUPS })]);
    return tx.insert(boardGroups).values({ boardId: id, name, position: keyInList(groups, null) });
  });

/** @throws Refusal `NOT_FOUND` */
export const changeGroup: Action<
  { id: string; name?: string | undefined; beforeId?: string | null | undefined },
  WholeBoard
> = async (deps, actor, { id, name, beforeId }) =>
  change(deps, actor, await boardOf(deps.db, boardGroups, id), 'change-group', (tx, { groups }) => {
    const group = partOf(groups, id);
    const position = beforeId === undefined ? group.position : keyInList(groups, beforeId, id);
    return tx
      .update(boardGroups)
      .set({ name: name ?? group.name, position })
      .where(eq(boardGroups.id, id));
  });

/**
 * Takes an empty group away; what was deleted from it is restored into the first one.
 * @throws Refusal `NOT_FOUND`, `INVALID`
 */
export const removeGroup: Action<{ id: string }, WholeBoard> = async (deps, actor, { id }) =>
  change(deps, actor, await boardOf(deps.db, boardGroups, id), 'delete-group', async (tx, { groups }) => {
    partOf(groups, id);
    const [other] = groups.filter((group) => group.id !== id);
    if (!other) throw invalid([faultAt('id', 'lastGroup')]);
    const inIt = eq(boardItems.groupId, id);
    if ((await tx.$count(boardItems, and(inIt, isNull(boardItems.deletedAt)))) > 0) {
      throw invalid([faultAt('id', 'groupHasItems')]);
    }
    await tx.update(boardItems).set({ groupId: other.id }).where(inIt);
    await tx.delete(boardGroups).where(eq(boardGroups.id, id));
  });

/** Keeps how a board is looked at; a view of the same name becomes this one. @throws Refusal `NOT_FOUND`, `INVALID` */
export const saveView: Action<
  Pick<BoardView, 'name' | 'kind' | 'sort' | 'filters' | 'hiddenColumnIds' | 'frozenColumns'> & { id: string },
  WholeBoard
> = (deps, actor, { id, name, kind, filters, sort, hiddenColumnIds, frozenColumns }) =>
  change(deps, actor, id, 'save-view', async (tx, { columns, views }) => {
    const named = [...filters.map(({ columnId }) => columnId), ...(sort ? [sort.columnId] : [])];
    if (named.some((columnId) => !columns.some((column) => column.id === columnId && hasValues(column.type)))) {
      throw invalid([faultAt('filters', 'choice')]);
    }
    const others = columns.filter(({ isTitle }) => !isTitle);
    if (hiddenColumnIds.some((columnId) => !others.some((column) => column.id === columnId))) {
      throw invalid([faultAt('hiddenColumnIds', 'choice')]);
    }
    const set = { name, kind, filters, sort, hiddenColumnIds, frozenColumns };
    const sameName = and(eq(boardViews.boardId, id), eq(foldedText(boardViews.name), foldedText(sql`${name}::text`)));
    const replaced = await tx.update(boardViews).set(set).where(sameName).returning({ id: boardViews.id });
    if (replaced.length > 0) return;
    if (views.length >= MAX_VIEWS) throw invalid([faultAt('name', 'tooMany', { maximum: MAX_VIEWS })]);
    await tx.insert(boardViews).values({ boardId: id, ...set });
  });

/** @throws Refusal `NOT_FOUND` */
export const removeView: Action<{ id: string }, WholeBoard> = async (deps, actor, { id }) =>
  change(deps, actor, await boardOf(deps.db, boardViews, id), 'delete-view', (tx, { views }) => {
    partOf(views, id);
    return tx.delete(boardViews).where(eq(boardViews.id, id));
  });
