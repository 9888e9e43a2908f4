import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import { MAX_ITEMS } from '@switchyard/contracts/boards/limits';
import type { CellsSet, LeftOut, RowsAdded } from '@switchyard/contracts/boards/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, between, eq, inArray, isNull, sql } from 'drizzle-orm';
import { generateNKeysBetween } from 'fractional-indexing';
import type { Action } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { recordItemTriggers } from '../automations/index.ts';
import { keepFiles } from '../files/index.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { type ColumnRow, findLayout, findTitle, type ItemRow, requireBoard } from './boards.queries.ts';
import { boardColumns, boardItems, boards } from './boards.schema.ts';
import { acceptedIds, readValue } from './cell-value.ts';
import { lockBoard } from './change-board.ts';
import { isSame, itemAdder } from './change-items.ts';
import { isMissing, takenIndexes, withDefaults } from './column-rules.ts';
import { calculateFormulas } from './formulas.ts';
import { lastKey } from './order.ts';
import { recordItemWebhooks } from './record-webhooks.ts';
import { recurWhenDone } from './recur.ts';

/** Values as stored; entries that the column does not accept have no `value`. */
async function readRows(
  tx: Db,
  workspaceId: string,
  columns: readonly ColumnRow[],
  rows: readonly (readonly CellValue[])[],
): Promise<{ value?: CellValue }[][]> {
  const read = rows.map((values) =>
    columns.map((column, at): { value?: CellValue } => {
      const { value, fault } = readValue(column, values[at] ?? null);
      return fault || isMissing(column, value) ? {} : { value };
    }),
  );
  for (const [at, { type }] of columns.entries()) {
    const named = read.flatMap((cells) => cells[at]?.value ?? []).filter((id) => typeof id === 'string');
    if (type !== 'people' && type !== 'file') continue;
    const taken = await acceptedIds(tx, workspaceId, type, named);
    for (const cells of read) {
      const value = cells[at]?.value;
      if (Array.isArray(value) && !value.every((id) => taken.has(id))) cells[at] = {};
    }
  }
  return read;
}

/**
 * Removes values that another row or item already has in a unique column. @param itemIds of the rows; none for new ones
 */
async function removeTakenValues(
  tx: Db,
  columns: readonly ColumnRow[],
  read: { value?: CellValue }[][],
  itemIds: readonly string[],
): Promise<void> {
  // Always in the same order, so that two batch writers cannot deadlock.
  for (const column of columns.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const at = columns.indexOf(column);
    const values = read.map((cells) => cells[at]?.value);
    for (const row of await takenIndexes(tx, column, values, itemIds)) {
      const cells = read[row];
      if (cells) cells[at] = {};
    }
  }
}

/** In the given order. @throws Refusal `INVALID` if the board has no such column */
const columnsById = (columns: readonly ColumnRow[], ids: readonly string[]): ColumnRow[] =>
  ids.map((id, at) => {
    const column = columns.find((candidate) => candidate.id === id);
    if (!column) throw invalid([faultAt(`columnIds.${at}`, 'choice')]);
    return column;
  });

interface ManyCells {
  boardId: string;
  columnIds: string[];
  rows: { id: string; values: CellValue[]; expected?: CellValue[] | undefined }[];
}
interface WrittenCell {
  itemId: string;
  columnId: string;
  before: CellValue;
  after: CellValue;
}

/**
 * Sets many cells in one transaction. Cells that cannot be set are reported and left unchanged.
 * @throws Refusal `NOT_FOUND`; `INVALID` if the board has no such column
 */
export const setCells: Action<ManyCells, CellsSet> = ({ db, clock }, actor, { boardId, columnIds, rows }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId, userId } = actor;
    await requireBoard(tx, workspaceId, boardId);
    // Waits for columns that are being deleted.
    const live = and(eq(boardColumns.boardId, boardId), isNull(boardColumns.deletedAt));
    const all = await tx.select().from(boardColumns).where(live).for('share');
    const columns = columnsById(all, columnIds);
    const read = await readRows(
      tx,
      workspaceId,
      columns,
      rows.map(({ values }) => values),
    );
    await removeTakenValues(
      tx,
      columns,
      read,
      rows.map(({ id }) => id),
    );
    // In a fixed order, for the same reason.
    const present = await tx
      .select()
      .from(boardItems)
      .where(
        and(
          eq(boardItems.boardId, boardId),
          inArray(
            boardItems.id,
            rows.map(({ id }) => id),
          ),
          isNull(boardItems.deletedAt),
        ),
      )
      .orderBy(boardItems.id)
      .for('update');
    const items = new Map(present.map((item) => [item.id, item]));
    const leftOut: LeftOut[] = [];
    const written: WrittenCell[] = [];
    for (const [row, { id: itemId, expected }] of rows.entries()) {
      const item = items.get(itemId);
      if (!item) {
        leftOut.push({ row, columnId: null, reason: 'gone' });
        continue;
      }
      for (const [at, { id: columnId }] of columns.entries()) {
        const after = read[row]?.[at]?.value;
        const before = item.cells[columnId] ?? null;
        if (after === undefined) leftOut.push({ row, columnId, reason: 'invalid' });
        else if (expected && !isSame(before, expected[at] ?? null)) leftOut.push({ row, columnId, reason: 'changed' });
        else if (!isSame(before, after)) written.push({ itemId, columnId, before, after });
      }
    }
    const formulas = await formulasOf(all, present, written);
    const events = await writeCells(tx, { boardId, workspaceId, userId, written, formulas, columns }, clock.now());
    return { result: { changed: written.length, leftOut }, events };
  });

/** Results of formulas after these cells are written, by item id. */
async function formulasOf(
  columns: readonly ColumnRow[],
  items: readonly ItemRow[],
  written: readonly WrittenCell[],
): Promise<Map<string, Cells>> {
  const byItem = Map.groupBy(written, ({ itemId }) => itemId);
  const changed = items.filter(({ id }) => byItem.has(id));
  const rows = changed.map((item) => ({
    ...item,
    cells: {
      ...item.cells,
      ...Object.fromEntries(byItem.get(item.id)?.map(({ columnId, after }) => [columnId, after]) ?? []),
    },
  }));
  const results = await calculateFormulas(columns, rows);
  return new Map(changed.map(({ id }, at) => [id, results[at] ?? {}]));
}

async function writeCells(
  tx: Db,
  given: {
    boardId: string;
    workspaceId: string;
    userId: string;
    written: WrittenCell[];
    formulas: ReadonlyMap<string, Cells>;
    columns: ColumnRow[];
  },
  now: Date,
) {
  const { boardId, workspaceId, userId, written, formulas, columns } = given;
  if (written.length === 0) return [];
  const patches = [...Map.groupBy(written, ({ itemId }) => itemId)].map(([id, cells]) => ({
    id,
    patch: {
      ...Object.fromEntries(cells.flatMap(({ columnId, after }) => (after === null ? [] : [[columnId, after]]))),
      ...formulas.get(id),
    },
    gone: cells.flatMap(({ columnId, after }) => (after === null ? [columnId] : [])),
  }));
  const { rows: changed } = await tx.execute<{ id: string; version: number }>(sql`
    update board_items i set cells = (i.cells - p.gone) || p.patch, version = i.version + 1, updated_at = ${now},
      changed_by = ${userId}
    from json_to_recordset(${JSON.stringify(patches)}::json) as p (id uuid, patch jsonb, gone text[])
    where i.id = p.id returning i.id, i.version`);
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  const history = written.map(({ itemId, columnId, before, after }) => ({
    id: newId(),
    item_id: itemId,
    column_id: columnId,
    before,
    after,
    version: versions.get(itemId) ?? 0,
  }));
  await tx.execute(sql`
    insert into item_history (id, item_id, act, user_id, column_id, before, after, version)
    select h.id, h.item_id, 'cell', ${userId}::uuid, h.column_id, h.before, h.after, h.version
    from json_to_recordset(${JSON.stringify(history)}::json)
      as h (id uuid, item_id uuid, column_id uuid, before jsonb, after jsonb, version integer)`);
  await indexReferences(tx, columns, written);
  const triggers = await recordItemTriggers(tx, {
    workspaceId,
    boardId,
    items: written.map(({ itemId, columnId, after }) => ({
      itemId,
      titleOf: async () => {
        const [item] = await tx.select().from(boardItems).where(eq(boardItems.id, itemId));
        return item ? findTitle(tx, item) : '';
      },
      happened: { kind: 'cellChanged', columnId, after },
    })),
  });
  await recordItemWebhooks(tx, { workspaceId, boardId }, [...versions.keys()], 'cell');
  const recurred = [];
  for (const { itemId, columnId, before, after } of written) {
    const column = columns.find(({ id }) => id === columnId);
    if (column?.type !== 'status') continue;
    const [item] = await tx.select().from(boardItems).where(eq(boardItems.id, itemId));
    if (item)
      recurred.push(
        ...(await recurWhenDone(tx, itemAdder(tx, { workspaceId, userId }), item, { column, before, after, now })),
      );
  }
  const only = columns.length === 1 ? columns[0]?.id : undefined;
  return [
    ...changed.map((item) => boardChanged(workspaceId, { boardId, item, ...(only && { columnId: only }) })),
    ...triggers,
    ...recurred,
  ];
}

/** Indexes the people named in cells, and their files. */
async function indexReferences(
  tx: Db,
  columns: readonly ColumnRow[],
  written: readonly Pick<WrittenCell, 'itemId' | 'columnId' | 'after'>[],
): Promise<void> {
  for (const [type, table, named] of [
    ['people', sql`item_people`, sql`user_id`],
    ['file', sql`item_files`, sql`file_id`],
  ] as const) {
    const ids = columns.filter((column) => column.type === type).map(({ id }) => id);
    const cells = written
      .filter(({ columnId }) => ids.includes(columnId))
      .map(({ itemId, columnId, after }) => ({ item: itemId, col: columnId, named: after ?? [] }));
    if (cells.length === 0) continue;
    const given = sql`json_to_recordset(${JSON.stringify(cells)}::json) as g (item uuid, col uuid, named uuid[])`;
    await tx.execute(sql`delete from ${table} p using ${given} where p.item_id = g.item and p.column_id = g.col`);
    await tx.execute(sql`
      insert into ${table} (item_id, column_id, ${named})
      select g.item, g.col, unnest(g.named) from ${given} on conflict do nothing`);
    if (type === 'file') await keepFiles(tx, [...new Set(cells.flatMap(({ named: files }) => files as string[]))]);
  }
}

interface ManyRows {
  boardId: string;
  groupId: string;
  columnIds: string[];
  rows: CellValue[][];
  importId: string;
  firstRow: number;
  parents?: (number | null)[] | undefined;
}

/**
 * Adds items at the end of a group without triggering automations, because nobody wants a message per imported row.
 * Retries do not add a row twice.
 * @throws Refusal `NOT_FOUND`; `INVALID` if there is no such group or column, or the board would have too many items
 */
export const addRows: Action<ManyRows, RowsAdded> = ({ db, clock }, actor, given) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId, userId } = actor;
    const { boardId, groupId, importId, firstRow } = given;
    await lockBoard(tx, workspaceId, boardId);
    const layout = await findLayout(tx, boardId);
    if (!layout.groups.some(({ id }) => id === groupId)) throw invalid([faultAt('groupId', 'choice')]);
    const columns = columnsById(layout.columns, given.columnIds);
    const read = await readRows(tx, workspaceId, columns, given.rows);
    const others = layout.columns.filter(({ id }) => !columns.some((column) => column.id === id));
    const left = others.find((column) => isMissing(column, column.settings.defaultValue));
    // Rows added by an earlier call already hold their own values.
    const existing = await tx
      .select({ row: boardItems.importRow })
      .from(boardItems)
      .where(
        and(
          eq(boardItems.importId, importId),
          between(boardItems.importRow, firstRow, firstRow + given.rows.length - 1),
        ),
      );
    const known = new Set(existing.map(({ row }) => row));
    const fresh = read.filter((_, row) => !known.has(firstRow + row));
    await removeTakenValues(tx, columns, fresh, []);
    const leftOut: LeftOut[] = [];
    const added: { id: string; row: number; cells: Record<string, CellValue> }[] = [];
    for (const [row, values] of read.entries()) {
      const bad = values.findIndex(({ value }) => value === undefined);
      if (bad >= 0) leftOut.push({ row, columnId: columns[bad]?.id ?? null, reason: 'invalid' });
      else if (left) leftOut.push({ row, columnId: left.id, reason: 'invalid' });
      else if (!known.has(firstRow + row)) {
        const cells = columns.flatMap(({ id }, at) => {
          const value = values[at]?.value ?? null;
          return value === null ? [] : [[id, value] as const];
        });
        added.push({ id: newId(), row: firstRow + row, cells: withDefaults(others, Object.fromEntries(cells)) });
      }
    }
    const result = { added: given.rows.length - leftOut.length, leftOut };
    if (added.length === 0) return { result, events: [] };
    const firstNumber = await takeNumbers(tx, boardId, added.length);
    const keys = generateNKeysBetween(await lastKey(tx, groupId), null, added.length);
    const parentOf = await parentsOf(tx, given, added);
    const numbered = added.map((item, at) => ({
      ...item,
      number: firstNumber + at,
      position: keys[at],
      parent: parentOf(given.parents?.[item.row - firstRow] ?? null),
    }));
    const formulas = await calculateFormulas(
      layout.columns,
      numbered.map((item) => ({ ...item, createdAt: clock.now() })),
    );
    const items = numbered.map((item, at) => ({ ...item, cells: { ...item.cells, ...formulas[at] } }));
    await tx.execute(sql`
      with added as (
        insert into board_items (id, board_id, group_id, parent_id, number, position, cells, created_by, import_id, import_row)
        select g.id, ${boardId}::uuid, ${groupId}::uuid, g.parent, g.number, g.position, g.cells, ${userId}::uuid,
          ${importId}::uuid, g.row
        from json_to_recordset(${JSON.stringify(items)}::json)
          as g (id uuid, parent uuid, number integer, position text, cells jsonb, row integer)
        returning id)
      insert into item_history (id, item_id, act, user_id, version)
      select gen_random_uuid(), id, 'created', ${userId}::uuid, 1 from added`);
    const named = added.flatMap(({ id: itemId, cells }) =>
      Object.entries(cells).flatMap(([columnId, after]) => (Array.isArray(after) ? [{ itemId, columnId, after }] : [])),
    );
    await indexReferences(tx, layout.columns, named);
    return { result, events: added.map(({ id }) => boardChanged(workspaceId, { boardId, item: { id, version: 1 } })) };
  });

/** The parent items of the rows. A row that is itself a subitem, or was skipped, cannot be a parent. */
async function parentsOf(
  tx: Db,
  { importId, groupId, parents = [], firstRow }: ManyRows,
  added: readonly { id: string; row: number }[],
): Promise<(row: number | null) => string | null> {
  const parentRows = parents.filter((row) => row !== null);
  if (parentRows.length === 0) return () => null;
  const isTop = and(eq(boardItems.groupId, groupId), isNull(boardItems.parentId), isNull(boardItems.deletedAt));
  const earlier = await tx
    .select({ id: boardItems.id, row: boardItems.importRow })
    .from(boardItems)
    .where(and(eq(boardItems.importId, importId), inArray(boardItems.importRow, parentRows), isTop));
  const topLevel = added.filter(({ row }) => (parents[row - firstRow] ?? null) === null);
  const byRow = new Map([...earlier, ...topLevel].map(({ id, row }) => [row, id]));
  return (row) => (row === null ? null : (byRow.get(row) ?? null));
}

/** Reserves consecutive item numbers and returns the first. @throws Refusal `INVALID` */
async function takeNumbers(tx: Db, boardId: string, count: number): Promise<number> {
  const [board] = await tx
    .update(boards)
    .set({ nextNumber: sql`${boards.nextNumber} + ${count}` })
    .where(eq(boards.id, boardId))
    .returning({ next: boards.nextNumber });
  const next = board?.next ?? 0;
  if (next - 1 > MAX_ITEMS && (await tx.$count(boardItems, eq(boardItems.boardId, boardId))) + count > MAX_ITEMS) {
    throw invalid([faultAt('rows', 'tooMany', { maximum: MAX_ITEMS })]);
  }
  return next - count;
}

/** Deletes all items of one import. @throws Refusal `NOT_FOUND` for the board */
export const removeRows: Action<{ id: string; importId: string }, { removed: number }> = (
  { db, clock },
  actor,
  { id: boardId, importId },
) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId, userId } = actor;
    await lockBoard(tx, workspaceId, boardId);
    const { rowCount } = await tx.execute(sql`
      with gone as (
        update board_items set deleted_at = ${clock.now()}, version = version + 1
        where board_id = ${boardId} and import_id = ${importId} and deleted_at is null
        returning id, version)
      insert into item_history (id, item_id, act, user_id, version)
      select gen_random_uuid(), id, 'deleted', ${userId}::uuid, version from gone`);
    const removed = rowCount ?? 0;
    await writeAudit(tx, actor, { action: 'board.remove-rows', subject: boardId, details: { importId, removed } });
    return { result: { removed }, events: [boardChanged(workspaceId, { boardId })] };
  });
