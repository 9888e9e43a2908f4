import type { WorkBook } from '@e965/xlsx';
import { text } from '@switchyard/contracts/text/text';
import { parsingError, type WorkbookError } from './workbook-error.ts';

/** Whether spreadsheet programs hide the sheet: its content was not meant to be seen and is read only by choice. */
export const isHiddenSheet = (book: WorkBook, name: string): boolean =>
  (book.Workbook?.Sheets?.[book.SheetNames.indexOf(name)]?.Hidden ?? 0) !== 0;

/** Maximum number of sheet names in a message. */
const MAX_NAMES = 10;

/** @param names of the hidden sheets that can be read */
export function hiddenSheetsError(names: readonly string[]): WorkbookError {
  const shownNames = names.slice(0, MAX_NAMES).map((name) => `“${name}”`);
  return parsingError(text('sheetsHidden', { names: shownNames.join(', ') }), names);
}
