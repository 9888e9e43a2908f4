import { type CellObject, read, SSF, type WorkSheet } from '@e965/xlsx';
import { text } from '@switchyard/contracts/text/text';
import { hiddenSheetsError, isHiddenSheet } from './hidden-sheets.ts';
import { MAX_FILE_BYTES, MAX_ROWS } from './limits.ts';
import { openWorkbook } from './open-workbook.ts';
import { parsingError } from './workbook-error.ts';

/** The first visible sheet of a file, every cell as text. */
export interface TextTable {
  header: string[];
  /** As long as the header; blank cells are empty strings. */
  rows: string[][];
  /** Number of the first row in the file, counted from 1. */
  firstRow: number;
}

const MAX_COLUMNS = 100;
const DAY_MS = 86_400_000;
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

/**
 * Reads a table of texts from an .xlsx, .xls or .csv file. A number keeps all its digits, a day is `YYYY-MM-DD`. Call
 * it in a worker.
 * @throws WorkbookError with a message for the user
 */
export async function readTable(bytes: Uint8Array, fileName: string): Promise<TextTable> {
  const isText = /\.(csv|txt)$/i.test(fileName);
  if (bytes.length === 0) throw parsingError(text('fileIsEmpty'));
  if (bytes.length > MAX_FILE_BYTES) throw parsingError(text('fileLarger', { maximum: MAX_FILE_BYTES / 1024 / 1024 }));
  const book = isText
    ? read(decodeText(bytes), { type: 'string', raw: true, dense: true })
    : await openWorkbook(bytes, fileName);
  const epochMs = book.Workbook?.WBProps?.date1904 === true ? EPOCH_1904_MS : EPOCH_1900_MS;
  const hasTable = (name: string) => tableOf(book.Sheets[name] as WorkSheet, epochMs) !== null;
  const hidden = book.SheetNames.filter((name) => isHiddenSheet(book, name));
  for (const name of book.SheetNames) {
    const table = hidden.includes(name) ? null : tableOf(book.Sheets[name] as WorkSheet, epochMs);
    if (table) return table;
  }
  if (hidden.some(hasTable)) throw hiddenSheetsError(hidden.filter(hasTable));
  throw parsingError(text('noTable'));
}

function tableOf(sheet: WorkSheet, epochMs: number): TextTable | null {
  const cells = (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? [];
  const headerAt = cells.findIndex((row) => row?.some((cell) => textOf(cell, epochMs) !== ''));
  if (headerAt < 0) return null;
  const header = (cells[headerAt] ?? []).slice(0, MAX_COLUMNS).map((cell) => textOf(cell, epochMs));
  const rows: string[][] = [];
  for (let at = headerAt + 1; at < cells.length; at += 1) {
    rows.push(header.map((_, column) => textOf(cells[at]?.[column], epochMs)));
  }
  while (rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  if (rows.length === 0) return null;
  if (rows.length > MAX_ROWS) throw parsingError(text('fileRows', { maximum: MAX_ROWS }));
  return { header, rows, firstRow: headerAt + 2 };
}

function textOf(cell: CellObject | undefined, epochMs: number): string {
  if (!cell || cell.t === 'z' || cell.t === 'e' || cell.v === undefined) return '';
  if (typeof cell.v !== 'number') return String(cell.v).trim();
  if (!SSF.is_date(String(cell.z ?? 'General'))) return String(cell.v);
  const written = new Date(epochMs + Math.round(cell.v * DAY_MS)).toISOString();
  return Number.isInteger(cell.v) ? written.slice(0, 10) : `${written.slice(0, 19)}Z`;
}

/** UTF-8 or, with its byte order mark, UTF-16; otherwise the default encoding of western spreadsheet programs. */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
