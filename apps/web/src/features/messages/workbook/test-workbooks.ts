import { type BookType, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import { createMessage } from '@switchyard/contracts/messages/new-message';
import { inEnglish } from '@switchyard/contracts/text/text';
import { ImportFile, type ImportPreview, type ReadingOptions } from './import-file.ts';
import type { RowFault, SentRow } from './import-plan.ts';
import type { ImportedMessage } from './import-row.ts';

/** Cells of a test workbook: texts, numbers, booleans, or the library's cell objects. */
export type TestCell = string | number | boolean | null | { [key: string]: unknown };

/** Bytes of a test workbook; `change` may modify the workbook before it is written. */
export function testWorkbook(
  rows: readonly (readonly TestCell[])[],
  change: (book: WorkBook, sheet: WorkSheet) => void = () => undefined,
  bookType: BookType = 'xlsx',
): Uint8Array {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]));
  utils.book_append_sheet(book, sheet, 'Sheet');
  change(book, sheet);
  return new Uint8Array(write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer);
}

/** Appends a sheet. */
export function addSheet(book: WorkBook, name: string, rows: readonly (readonly TestCell[])[]): void {
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
}

/** A workbook with one data row: message, mobile and the given cells. */
export function oneRow(row: Readonly<Record<string, TestCell>>): Uint8Array {
  const cells = { Message: 'Hello', 'Contact Mobile': '+447700900123', ...row };
  return testWorkbook([Object.keys(cells), Object.values(cells)]);
}

/** Rows as the server parses them, with the contract's defaults filled in. */
export function asRead(rows: readonly SentRow[]): { row: number; message: ImportedMessage }[] {
  return rows.map(({ row, message }) => {
    const { pastDue: _, ...read } = createMessage.parse(message);
    return { row, message: read as ImportedMessage };
  });
}

/** A person in London who has not chosen the order of day and month. */
const options: ReadingOptions = {
  order: 'refuse',
  zone: 'Europe/London',
  nowMs: Date.parse('2026-11-20T12:00:00Z'),
  exampleNumber: '+447700900123',
};

/** Reads a file as the dialog does. */
export async function readBytes(bytes: Uint8Array, more: Partial<ReadingOptions> = {}, name = 'messages.xlsx') {
  const file = await ImportFile.open(bytes, name);
  const preview: ImportPreview = file.read({ ...options, ...more });
  return { preview, rows: asRead(file.candidates(0, 1_000_000)), file };
}

export const MISSING_FIELDS = 'Missing required fields: message and contact information';

/** Row errors in English. */
export const inWords = (faults: readonly RowFault[]) =>
  faults.map(({ row, reason }) => ({ row, reason: inEnglish(reason) }));
