import { acceptsText, type Cells, type CellValue, hasOptions, isNumeric } from '@switchyard/contracts/boards/columns';
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
import { isSame, placeItem, writeCell } from './change-items.ts';
import { searchItems } from './list-items.ts';

type Given = Parameters<BoardItems['put']>[1];

const YES = ['yes', 'true', '1'];
const NO = ['no', 'false', '0'];
/** A moment, of which the day counts. */
const DAY_OF_MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]/;

/** What somebody said, as a column takes it; what it does not know stays words, which the column refuses. */
function readWords({ type, options }: ColumnRow, words: string, country: string): CellValue {
  const said = words.trim();
  const folded = said.toLowerCase();
  if (said === '') return null;
  if (hasOptions(type)) return options.find(({ name }) => name.trim().toLowerCase() === folded)?.id ?? said;
  if (isNumeric(type)) {
    const number = Number(said.replace(',', '.'));
    return Number.isFinite(number) ? number : said;
  }
  if (type === 'checkbox') return YES.includes(folded) ? true : NO.includes(folded) ? false : said;
  if (type === 'phone') return readMobile(said, country) ?? said;
  if (type === 'date') return DAY_OF_MOMENT.exec(said)?.[1] ?? said;
  return type === 'longText' ? said : asLine(said);
}

/** The cells as they are stored; what nobody said is left out. @throws Refusal `INVALID` */
async function readCells(
  tx: Db,
  { workspaceId, cells, country }: Given,
  columns: readonly ColumnRow[],
): Promise<Cells> {
  const read: Cells = {};
  for (const { columnId, words, fileIds } of cells) {
    const field = `cells.${columnId}`;
    const column = columns.find(({ id, type }) => id === columnId && acceptsText(type));
    if (!column) throw invalid([faultAt(field, 'choice')]);
    const value = column.type === 'file' && fileIds ? fileIds : readWords(column, words, country);
    const stored = await storableValue(tx, workspaceId, { column, value, field });
    if (stored !== null) read[columnId] = stored;
  }
  return read;
}

/** The newest item with this value in the column. @throws Refusal `INVALID`: nobody said any, or none is found by it */
async function findBy(tx: Db, boardId: string, columns: readonly ColumnRow[], columnId: string, value: CellValue) {
  if (value === null) throw invalid([faultAt(`cells.${columnId}`, 'missing')]);
  if (Array.isArray(value)) throw invalid([faultAt(`cells.${columnId}`, 'choice')]);
  const filters = [{ columnId, test: 'is' as const, value }];
  const asked = { id: boardId, filters, sort: null, isDeleted: false, withSubitems: true, limit: 1, skip: 0 };
  const { rows } = await searchItems(tx, columns, { ...asked, byAge: 'desc' });
  return rows[0];
}

/** What bots do to boards. What they change is history like any other change, and sets off automations. */
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
      columns.some(({ id, type }) => id === columnId && acceptsText(type)),
    );
    const hasGroup = groupId === null || groups.some(({ id }) => id === groupId);
    return hasColumns && hasGroup ? [] : [{ field: 'cells', message: text('nodeBoardPartGone') }];
  },

  async put(tx, given, now) {
    const { workspaceId, boardId, cause } = given;
    // Of two that look for the same, the second finds what the first has added.
    await lockBoard(tx, workspaceId, boardId);
    const { columns, groups } = await findLayout(tx, boardId);
    const cells = await readCells(tx, given, columns);
    const by = { workspaceId, userId: null, via: 'bot', cause } as const;
    const found = given.findBy && (await findBy(tx, boardId, columns, given.findBy, cells[given.findBy] ?? null));
    if (!found) {
      const groupId = (groups.find(({ id }) => id === given.groupId) ?? groups[0])?.id ?? '';
      const { result, events } = await placeItem(tx, by, { boardId, groupId, cells, beforeId: null });
      return { number: result.number, isNew: true, events };
    }
    return { number: found.number, isNew: false, events: await setCells(tx, by, found, cells, now) };
  },
};

/** Sets what is not so yet. */
async function setCells(tx: Db, by: Parameters<typeof writeCell>[1], found: ItemRow, cells: Cells, now: Date) {
  const events: DomainEvent[] = [];
  for (const [columnId, value] of Object.entries(cells)) {
    if (isSame(found.cells[columnId] ?? null, value)) continue;
    events.push(...(await writeCell(tx, by, { id: found.id, columnId, value }, now)).events);
  }
  return events;
}
