import { type BookType, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import { createMessage } from '@switchyard/contracts/new-message';
import type { SentRow } from './import-plan.ts';
import type { ImportedMessage } from './import-row.ts';

/** Cells of a test workbook: texts, numbers, booleans, or whole cell objects of the library. */
export type TestCell = string | number | boolean | null | { [key: string]: unknown };

/** Bytes of a workbook that a test makes up; `change` sees the workbook before it is written. */
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

/** A workbook with one data row of message, mobile and what `row` adds. */
export function oneRow(row: Readonly<Record<string, TestCell>>): Uint8Array {
  const cells = { Message: 'Hello', 'Contact Mobile': '+447700900123', ...row };
  return testWorkbook([Object.keys(cells), Object.values(cells)]);
}

/** The messages of rows as the server reads them: what a row does not say is the contract's default. */
export function asRead(rows: readonly SentRow[]): { row: number; message: ImportedMessage }[] {
  return rows.map(({ row, message }) => {
    const { pastDue: _, ...read } = createMessage.parse(message);
    return { row, message: read as ImportedMessage };
  });
}
