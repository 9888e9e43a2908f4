import { type Cells, type CellValue, isChosen, isNumeric, takesWords } from '@switchyard/contracts/boards/columns';
import { faultAt } from '@switchyard/contracts/text/faults';
import { text } from '@switchyard/contracts/text/text';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { readMobile } from '../../platform/phone-number.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import type { BoardItems } from '../bots/index.ts';
import { type ColumnRow, findBoard, findLayout, type ItemRow } from './boards.queries.ts';
import { asLine } from './cell-texts.ts';
import { storableValue } from './cell-value.ts';
import { lockBoard } from './change-board.ts';
import { createItem, isSame, writeCell } from './change-items.ts';
import { searchItems } from './list-items.ts';

type PutInput = Parameters<BoardItems['put']>[1];

const YES = ['yes', 'true', '1'];
const NO = ['no', 'false', '0'];
/** A timestamp, of which only the date is used. */
const DAY_OF_MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]/;

/** Converts text to a value of the column. Unrecognised text is returned unchanged, and the column refuses it. */
function parseValue({ type, options }: ColumnRow, words: string, country: string): CellValue {
  const trimmed = words.trim();
  const folded = trimmed.toLowerCase();
  if (trimmed === '') return null;
  if (isChosen(type)) return options.find(({ name }) => name.trim().toLowerCase() === folded)?.id ?? trimmed;
  if (isNumeric(type)) {
    const number = Number(trimmed.replace(',', '.'));
    return Number.isFinite(number) ? number : trimmed;
  }
  if (type === 'checkbox') return YES.includes(folded) ? true : NO.includes(folded) ? false : trimmed;
  if (type === 'phone') return readMobile(trimmed, country) ?? trimmed;
  if (type === 'date') return DAY_OF_MOMENT.exec(trimmed)?.[1] ?? trimmed;
  return type === 'longText' ? trimmed : asLine(trimmed);
}

/** The cells as stored; unanswered ones are omitted. @throws Refusal `INVALID` */
async function readCells(
  tx: Db,
  { workspaceId, cells, country }: PutInput,
  columns: readonly ColumnRow[],
): Promise<Cells> {
  const read: Cells = {};
  for (const { columnId, words, fileIds } of cells) {
    const field = `cells.${columnId}`;
    const column = columns.find(({ id, type }) => id === columnId && takesWords(type));
    if (!column) throw invalid([faultAt(field, 'choice')]);
    const value = column.type === 'file' && fileIds ? fileIds : parseValue(column, words, country);
    const stored = await storableValue(tx, workspaceId, { column, value, field });
    if (stored !== null) read[columnId] = stored;
  }
  return read;
}

/** The newest item with this value in the column. @throws Refusal `INVALID` if the value is empty or no item has it */
async function findBy(tx: Db, boardId: string, columns: readonly ColumnRow[], columnId: string, value: CellValue) {
  if (value === null) throw invalid([faultAt(`cells.${columnId}`, 'missing')]);
  if (Array.isArray(value)) throw invalid([faultAt(`cells.${columnId}`, 'choice')]);
  const filters = [{ columnId, test: 'is' as const, value }];
  const query = { id: boardId, filters, sort: null, isDeleted: false, withSubitems: true, limit: 1, skip: 0 };
  const { rows } = await searchItems(tx, columns, { ...query, byAge: 'desc' });
  return rows[0];
}

/** What bots do to boards. Their changes appear in the history like any other and trigger automations. */
export const botItems: BoardItems = {
  async faultsOf(db, workspaceId, { boardId, groupId, cells }) {
    if (boardId === null) return [];
    const board = await findBoard(db, workspaceId, boardId).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (!board) return [{ field: 'boardId', message: text('nodeBoardGone') }];
    const { columns, groups } = board;
    const hasColumns = cells.every(({ columnId }) =>
      columns.some(({ id, type }) => id === columnId && takesWords(type)),
    );
    const hasGroup = groupId === null || groups.some(({ id }) => id === groupId);
    return hasColumns && hasGroup ? [] : [{ field: 'cells', message: text('nodeBoardPartGone') }];
  },

  async put(tx, given, now) {
    const { workspaceId, boardId, cause } = given;
    // When two look for the same value, the second finds the item that the first has added.
    await lockBoard(tx, workspaceId, boardId);
    const { columns, groups } = await findLayout(tx, boardId);
    const cells = await readCells(tx, given, columns);
    const by = { workspaceId, userId: null, via: 'bot', cause } as const;
    const found = given.findBy && (await findBy(tx, boardId, columns, given.findBy, cells[given.findBy] ?? null));
    if (!found) {
      const groupId = (groups.find(({ id }) => id === given.groupId) ?? groups[0])?.id ?? '';
      const { result, events } = await createItem(tx, by, { boardId, groupId, cells, beforeId: null });
      return { number: result.number, isNew: true, events };
    }
    return { number: found.number, isNew: false, events: await setCells(tx, by, found, cells, now) };
  },
};

/** Sets the cells that differ. */
async function setCells(tx: Db, by: Parameters<typeof writeCell>[1], found: ItemRow, cells: Cells, now: Date) {
  const events: DomainEvent[] = [];
  for (const [columnId, value] of Object.entries(cells)) {
    if (isSame(found.cells[columnId] ?? null, value)) continue;
    events.push(...(await writeCell(tx, by, { id: found.id, columnId, value }, now)).events);
  }
  return events;
}
