import type { CodedText, TextData } from '@switchyard/contracts/text/registry';
import type { TextCode } from '@switchyard/contracts/text/text';

/** What is wrong with a cell, independent of its column. */
export interface CellFault {
  code: Extract<TextCode, `cell${string}`>;
  data?: TextData;
}

/** @param cell label of the column */
export const textOfCell = (cell: string, { code, data }: CellFault): CodedText => ({ code, data: { ...data, cell } });

/** One cell as stored in the file. Formulas have their stored result. Blank cells are absent. */
export type GridCell =
  | { kind: 'text'; text: string }
  /** `format` is the number format, for example `yyyy-mm-dd`; only it shows whether a number is a date. */
  | { kind: 'number'; value: number; format: string }
  | { kind: 'boolean'; value: boolean }
  /** `#REF!` and similar errors, or a formula without a stored result. */
  | { kind: 'fault'; reason: CellFault['code']; written: string };

/** A formula without a result in an .xls: an empty text and a value that was never computed look the same. */
export const EMPTY_FORMULA = 'cellEmptyFormula';

/** Such a cell counts as empty in an optional column. */
export const canBeUncomputed = (cell: GridCell | undefined): boolean =>
  cell?.kind === 'fault' && cell.reason === EMPTY_FORMULA;

/** A sheet to import, with header and rows separated. */
export interface Grid {
  sheetName: string;
  /** Names of sheets that are not read. */
  otherSheets: string[];
  /** Earlier sheets with an import header but no rows. */
  emptySheets: string[];
  /** Sheets that spreadsheet programs hide. */
  hiddenSheets: string[];
  /** Sheets that can be imported: with a complete header and rows. */
  readableSheets: string[];
  /** Serial dates count from 1904 instead of 1900 (workbooks from old Macs). */
  counts1904: boolean;
  /** One-based number of the header row, as a spreadsheet program shows it. */
  headerRow: number;
  /** Texts of the header row by column. */
  headerTexts: readonly (string | undefined)[];
  /** Number of the last row. */
  lastRow: number;
  /** Returns the cell at one-based `row` and zero-based `column`, or undefined if it is blank. */
  cell(row: number, column: number): GridCell | undefined;
  /** Whether the sheet has merged cells. */
  hasMerges: boolean;
  /** Whether the cell is part of a merge without being its first cell. */
  isCovered(row: number, column: number): boolean;
}
