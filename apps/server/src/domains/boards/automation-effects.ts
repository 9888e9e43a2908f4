import { CHAT_STEPS, type Rule } from '@switchyard/contracts/automations/operations';
import { type Cells, type CellValue, hasValues, isKeptByServer } from '@switchyard/contracts/boards/columns';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Outcome } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { invalid } from '../../platform/refusal.ts';
import type { BoardEffects, Effect } from '../automations/index.ts';
import { type ColumnRow, findBoard, findLayout, type ItemRow } from './boards.queries.ts';
import { boardItems, itemMessages } from './boards.schema.ts';
import { asLine, valuesOf } from './cell-texts.ts';
import { storableValue } from './cell-value.ts';
import { createItem, isSame, relocateItem, writeCell } from './change-items.ts';
import { filterConditions } from './list-items.ts';

/** Maximum dates examined per run. */
const MAX_DATED = 10_000;

/** Whether a value contains a placeholder, to be filled in when the automation runs. */
const hasVariable = (value: CellValue): boolean => typeof value === 'string' && /\{[^{}]+\}/.test(value);

/** @throws Refusal `INVALID` if the board has no such column, group or value */
async function check(tx: Db, workspaceId: string, boardId: string, rule: Rule): Promise<void> {
  const { columns, groups } = await findBoard(tx, workspaceId, boardId);
  const columnAt = (field: string, id: string, type?: ColumnRow['type']): ColumnRow => {
    const column = columns.find((candidate) => candidate.id === id && (type === undefined || candidate.type === type));
    if (!column) throw invalid([faultAt(field, 'choice')]);
    return column;
  };
  const checkValue = async (field: string, columnId: string, value: CellValue) => {
    const column = columnAt(field, columnId);
    if (isKeptByServer(column.type)) throw invalid([faultAt(field, 'keptByServer')]);
    if (!hasVariable(value)) await storableValue(tx, workspaceId, { column, value, field });
  };
  const { trigger, filters, steps } = rule;
  if (trigger.kind === 'dateReached') columnAt('trigger.columnId', trigger.columnId, 'date');
  if (trigger.kind === 'buttonPressed') columnAt('trigger.columnId', trigger.columnId, 'button');
  if (trigger.kind === 'cellChanged' && !hasValues(columnAt('trigger.columnId', trigger.columnId).type)) {
    throw invalid([faultAt('trigger.columnId', 'choice')]);
  }
  if (trigger.kind === 'itemMoved' && !groups.some(({ id }) => id === trigger.groupId)) {
    throw invalid([faultAt('trigger.groupId', 'choice')]);
  }
  filterConditions(columns, filters);
  for (const [at, step] of steps.entries()) {
    const field = `steps.${at}`;
    if ('groupId' in step && !groups.some(({ id }) => id === step.groupId)) {
      throw invalid([faultAt(`${field}.groupId`, 'choice')]);
    }
    if (step.kind === 'setCell') await checkValue(`${field}.value`, step.columnId, step.value);
    if (step.kind === 'createItem') {
      for (const [id, value] of Object.entries(step.cells)) await checkValue(`${field}.cells.${id}`, id, value);
    }
    if (step.kind === 'notify' && step.columnId !== null) columnAt(`${field}.columnId`, step.columnId, 'people');
    if (CHAT_STEPS.includes(step.kind) && 'columnId' in step && step.columnId !== null) {
      columnAt(`${field}.columnId`, step.columnId, 'phone');
    }
  }
}

/** An item of a board; null if it is deleted or on another board. */
async function findLiveItem(tx: Db, boardId: string, id: string): Promise<ItemRow | null> {
  const isLive = and(eq(boardItems.id, id), eq(boardItems.boardId, boardId), isNull(boardItems.deletedAt));
  const [item] = await tx.select().from(boardItems).where(isLive);
  return item ?? null;
}

const titleIn = (columns: readonly ColumnRow[], cells: Cells): string =>
  String(cells[columns.find(({ isTitle }) => isTitle)?.id ?? ''] ?? '');

const done = ({ result, events }: Outcome<ItemRow>, text: string): Effect => ({
  result: { outcome: 'done', reason: null, itemId: result.id, text },
  events,
});
const nothing = (itemId: string, text: string): Effect => ({
  result: { outcome: 'nothing', reason: 'same', itemId, text },
  events: [],
});

/** What automations do to boards. Their changes appear in the history like any other and trigger other automations. */
export const automationEffects: BoardEffects = {
  check,

  async findItem(tx, boardId, itemId) {
    const item = await findLiveItem(tx, boardId, itemId);
    if (!item) return null;
    const { columns } = await findLayout(tx, boardId);
    const { cells } = item;
    return { title: titleIn(columns, cells), cells, values: await valuesOf(tx, columns, cells) };
  },

  async passes(tx, boardId, itemId, filters) {
    const { columns } = await findLayout(tx, boardId);
    // Filters on columns deleted meanwhile are ignored.
    const liveFilters = filters.filter(({ columnId }) => columns.some(({ id }) => id === columnId));
    const it = and(eq(boardItems.id, itemId), eq(boardItems.boardId, boardId), isNull(boardItems.deletedAt));
    return (
      liveFilters.length === filters.length &&
      (await tx.$count(boardItems, and(it, ...filterConditions(columns, liveFilters)))) > 0
    );
  },

  async itemsDated(tx, boardId, columnId, from, to) {
    const { columns } = await findLayout(tx, boardId);
    if (!columns.some(({ id }) => id === columnId)) return [];
    const day = sql<string>`${boardItems.cells} ->> ${columnId}::text`;
    const rows = await tx
      .select({ itemId: boardItems.id, day, cells: boardItems.cells })
      .from(boardItems)
      .where(and(eq(boardItems.boardId, boardId), isNull(boardItems.deletedAt), sql`${day} between ${from} and ${to}`))
      .limit(MAX_DATED);
    return rows.map(({ cells, ...row }) => ({ ...row, title: titleIn(columns, cells) }));
  },

  async setCell(tx, { workspaceId, boardId, cause, now }, { itemId, columnId, value }) {
    const { columns } = await findLayout(tx, boardId);
    const name = columns.find(({ id }) => id === columnId)?.name ?? '';
    const before = (await findLiveItem(tx, boardId, itemId))?.cells[columnId] ?? null;
    if (isSame(before, value)) return nothing(itemId, name);
    const by = { workspaceId, userId: null, cause };
    return done(await writeCell(tx, by, { id: itemId, columnId, value }, now), name);
  },

  async moveToGroup(tx, { workspaceId, boardId, cause, now }, { itemId, groupId }) {
    const { groups } = await findLayout(tx, boardId);
    const name = groups.find(({ id }) => id === groupId)?.name ?? '';
    if ((await findLiveItem(tx, boardId, itemId))?.groupId === groupId) return nothing(itemId, name);
    const by = { workspaceId, userId: null, cause };
    return done(await relocateItem(tx, by, { id: itemId, groupId, beforeId: null }, now), name);
  },

  async createItem(tx, { workspaceId, boardId, cause }, { groupId, cells, fill, chat }) {
    const { columns } = await findLayout(tx, boardId);
    const filled = Object.fromEntries(
      Object.entries(cells).map(([id, value]) => {
        if (typeof value !== 'string') return [id, value];
        const isLong = columns.find((column) => column.id === id)?.type === 'longText';
        const text = fill(value);
        return [id, isLong ? text : asLine(text)];
      }),
    );
    const by = { workspaceId, userId: null, cause };
    const added = await createItem(tx, by, { boardId, groupId, cells: filled, beforeId: null });
    if (chat?.message) {
      await tx.insert(itemMessages).values({
        itemId: added.result.id,
        engineId: chat.engineId,
        chat: chat.chat,
        waMessageId: chat.message.waMessageId,
        text: chat.text,
        writtenAt: new Date(chat.message.at),
      });
    }
    return done(added, titleIn(columns, added.result.cells));
  },
};
