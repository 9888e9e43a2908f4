import type { WorkBook } from '@e965/xlsx';
import { text } from '@switchyard/contracts/text/text';
import { parsingFault, type WorkbookError } from './workbook-error.ts';

/**
 * Whether a spreadsheet program does not show the sheet: what stands there was not meant to be seen, and is read by
 * choice only.
 */
export const isHiddenSheet = (book: WorkBook, name: string): boolean =>
  (book.Workbook?.Sheets?.[book.SheetNames.indexOf(name)]?.Hidden ?? 0) !== 0;

/** Names that are told of many. */
const MAX_NAMES = 10;

/** @param names of the hidden sheets that could be read */
export function onlyHiddenFault(names: readonly string[]): WorkbookError {
  const told = names.slice(0, MAX_NAMES).map((name) => `“${name}”`);
  return parsingFault(text('sheetsHidden', { names: told.join(', ') }), names);
}
