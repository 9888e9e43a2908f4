import type { CellObject, Range, WorkBook, WorkSheet } from '@e965/xlsx';
import { text } from '@switchyard/contracts/text/text';
import { identifyContainer } from '../../../lib/workbook/container.ts';
import { hiddenSheetsError, isHiddenSheet } from '../../../lib/workbook/hidden-sheets.ts';
import { MAX_ROWS, MAX_ROWS_ABOVE_HEADER } from '../../../lib/workbook/limits.ts';
import { openWorkbook } from '../../../lib/workbook/open-workbook.ts';
import { parsingError } from '../../../lib/workbook/workbook-error.ts';
import { type HeaderReading, isComplete, readHeader } from './columns.ts';
import { EMPTY_FORMULA, type Grid, type GridCell } from './grid.ts';
import { EXAMPLE_SHEET } from './template-name.ts';

/**
 * Parses an .xlsx or .xls file: the first sheet with an import header, and its rows. A hidden sheet is read only when
 * selected. Takes a few seconds for 100,000 rows, so call it in a worker.
 * @throws WorkbookError for anything that is not such a workbook
 */
export async function readGrid(
  bytes: Uint8Array,
  fileName: string,
  chosen?: string,
): Promise<{ grid: Grid; header: HeaderReading }> {
  const book = await openWorkbook(bytes, fileName);
  const isOldFormat = identifyContainer(bytes, fileName) !== 'zip';
  const hidden = book.SheetNames.filter((name) => isHiddenSheet(book, name));
  const readable = book.SheetNames.filter((name) => hasMessages(book, name));
  try {
    const among = chosen === undefined ? book.SheetNames.filter((name) => !hidden.includes(name)) : [chosen];
    return readSheet(book, among, { hidden, readable, isOldFormat });
  } catch (error) {
    const hiddenReadable = readable.filter((name) => hidden.includes(name) && name !== chosen);
    if (hiddenReadable.length === 0) throw error;
    throw hiddenSheetsError(hiddenReadable);
  }
}

/** Whether a sheet has a complete header and rows below it. */
function hasMessages(book: WorkBook, name: string): boolean {
  const rows = denseRows(book.Sheets[name] as WorkSheet);
  const header = headerOf(name, rows);
  return header !== undefined && isComplete(header.header) && lastFilledRow(rows) > header.headerRow;
}

function readSheet(
  book: WorkBook,
  among: readonly string[],
  sheets: { hidden: string[]; readable: string[]; isOldFormat: boolean },
): { grid: Grid; header: HeaderReading } {
  const { found, emptySheets } = findHeader(book, among);
  const sheet = book.Sheets[found.sheetName] as WorkSheet;
  const rows = denseRows(sheet);
  const lastRow = lastFilledRow(rows);
  if (lastRow <= found.headerRow) throw parsingError(text('sheetNoRows', { name: found.sheetName }));
  if (lastRow - found.headerRow > MAX_ROWS) {
    throw parsingError(text('sheetRows', { maximum: MAX_ROWS }));
  }
  const grid: Grid = {
    sheetName: found.sheetName,
    otherSheets: book.SheetNames.filter((name) => name !== found.sheetName),
    emptySheets,
    hiddenSheets: sheets.hidden,
    readableSheets: sheets.readable,
    counts1904: book.Workbook?.WBProps?.date1904 === true,
    headerRow: found.headerRow,
    headerTexts: (rows[found.headerRow - 1] ?? []).map((cell) => (cell?.v === undefined ? undefined : String(cell.v))),
    lastRow,
    cell: (row, column) => toGridCell(rows[row - 1]?.[column], sheets.isOldFormat),
    hasMerges: (sheet['!merges'] ?? []).length > 0,
    isCovered: coverage(sheet['!merges'] ?? []),
  };
  return { grid, header: found.header };
}

interface FoundHeader {
  sheetName: string;
  headerRow: number;
  header: HeaderReading;
}

/**
 * The first sheet with a complete header and rows; failing that, the first complete header, then the first row with at
 * least one known column. The template's example sheet never counts.
 */
function findHeader(book: WorkBook, among: readonly string[]): { found: FoundHeader; emptySheets: string[] } {
  let incomplete: FoundHeader | undefined;
  let sawCells = false;
  const empty: FoundHeader[] = [];
  for (const sheetName of among) {
    const rows = denseRows(book.Sheets[sheetName] as WorkSheet);
    const header = headerOf(sheetName, rows);
    sawCells ||= rows.some((row) => row?.some(isFilled));
    if (!header) continue;
    if (!isComplete(header.header)) incomplete ??= header;
    else if (lastFilledRow(rows) <= header.headerRow) empty.push(header);
    else if (empty.length === 0 || sheetName !== EXAMPLE_SHEET) {
      return { found: header, emptySheets: empty.map((one) => one.sheetName) };
    }
  }
  const found = empty[0] ?? incomplete;
  if (found) return { found, emptySheets: [] };
  throw parsingError(text(sawCells ? 'noHeader' : 'noRows'));
}

/** The first complete header of a sheet, or the first row with at least one known column. */
function headerOf(sheetName: string, rows: readonly (CellObject | undefined)[][]): FoundHeader | undefined {
  let incomplete: FoundHeader | undefined;
  let filledRows = 0;
  for (let at = 0; at < rows.length && filledRows <= MAX_ROWS_ABOVE_HEADER; at += 1) {
    const row = rows[at] ?? [];
    if (!row.some(isFilled)) continue;
    filledRows += 1;
    const header = readHeader(row.map((cell) => (typeof cell?.v === 'string' ? cell.v : undefined)));
    const found = { sheetName, headerRow: at + 1, header };
    if (isComplete(header)) return found;
    if (header.places.size > 0) incomplete ??= found;
  }
  return incomplete;
}

function denseRows(sheet: WorkSheet): (CellObject | undefined)[][] {
  return (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? [];
}

function lastFilledRow(rows: (CellObject | undefined)[][]): number {
  for (let at = rows.length - 1; at >= 0; at -= 1) if (rows[at]?.some(isFilled)) return at + 1;
  return 0;
}

function isFilled(cell: CellObject | undefined): boolean {
  if (cell === undefined) return false;
  return isUncomputed(cell) || (cell.t !== 'z' && !(typeof cell.v === 'string' && cell.v.trim() === ''));
}

/** A formula without a stored result, as written by programs that do not calculate. */
const isUncomputed = ({ t, f, v }: CellObject): boolean => f !== undefined && (t === 'z' || v === undefined);

function toGridCell(cell: CellObject | undefined, isOldFormat: boolean): GridCell | undefined {
  if (isOldFormat && cell?.f !== undefined && cell.v === '') {
    return { kind: 'fault', reason: EMPTY_FORMULA, written: `=${cell.f}` };
  }
  if (cell && isUncomputed(cell)) return { kind: 'fault', reason: 'cellUncomputed', written: `=${cell.f}` };
  if (!cell || cell.t === 'z' || cell.v === undefined) return undefined;
  if (cell.t === 'e') {
    return { kind: 'fault', reason: 'cellError', written: cell.w ?? '#ERROR' };
  }
  if (typeof cell.v === 'boolean') return { kind: 'boolean', value: cell.v };
  if (typeof cell.v === 'number') return { kind: 'number', value: cell.v, format: String(cell.z ?? 'General') };
  const shown = String(cell.v);
  return shown.trim() === '' ? undefined : { kind: 'text', text: shown };
}

function coverage(merges: readonly Range[]): Grid['isCovered'] {
  if (merges.length === 0) return () => false;
  const byRow = new Map<number, Range[]>();
  for (const merge of merges.slice(0, 100_000)) {
    // A merge over a whole column would fill the map with a million rows; rows beyond the limit are refused anyway.
    for (let row = merge.s.r; row <= Math.min(merge.e.r, merge.s.r + MAX_ROWS); row += 1) {
      const known = byRow.get(row);
      if (known) known.push(merge);
      else byRow.set(row, [merge]);
    }
  }
  return (row, column) =>
    byRow.get(row - 1)?.some(({ s, e }) => column >= s.c && column <= e.c && (row - 1 !== s.r || column !== s.c)) ??
    false;
}
