import type { CodedText, TextData } from '@switchyard/contracts/text/registry';
import type { TextCode } from '@switchyard/contracts/text/text';

/** What is wrong with a cell, whichever it is. */
export interface CellFault {
  code: Extract<TextCode, `cell${string}`>;
  data?: TextData;
}

/** @param cell its column, and what it shows */
export const textOfCell = (cell: string, { code, data }: CellFault): CodedText => ({ code, data: { ...data, cell } });

/** One cell as the file holds it. Formulas come as their stored result. Blank cells are absent. */
export type GridCell =
  | { kind: 'text'; text: string }
  /** `format` is the number format, for example `yyyy-mm-dd`; it alone says whether a number is meant as a date. */
  | { kind: 'number'; value: number; format: string }
  | { kind: 'boolean'; value: boolean }
  /** `#REF!` and the like, or a formula whose result was never stored. */
  | { kind: 'fault'; reason: CellFault['code']; written: string };

/**
 * Of a formula in an .xls without a result: nobody can tell one that is an empty text from one that was never computed.
 */
export const EMPTY_FORMULA = 'cellEmptyFormula';

/** Such a cell is empty where nothing is needed. */
export const canBeUncomputed = (cell: GridCell | undefined): boolean =>
  cell?.kind === 'fault' && cell.reason === EMPTY_FORMULA;

/** A sheet that an import reads, header and rows apart. */
export interface Grid {
  sheetName: string;
  /** Sheets that are not read, by name. */
  otherSheets: string[];
  /** Sheets before it that have the header of an import and no rows. */
  emptySheets: string[];
  /** Sheets that spreadsheet programs do not show. */
  hiddenSheets: string[];
  /** Sheets that could be imported: they have a complete header and rows. */
  readableSheets: string[];
  /** Serial dates count from 1904 instead of 1900 (workbooks of old Macs). */
  counts1904: boolean;
  /** 1-based number of the header row, as a spreadsheet program shows it. */
  headerRow: number;
  /** The texts of the header row by column. */
  headerTexts: readonly (string | undefined)[];
  /** Number of the last row. */
  lastRow: number;
  /** The cell at 1-based `row` and 0-based `column`; undefined when blank. */
  cell(row: number, column: number): GridCell | undefined;
  /** Whether any cells are merged. */
  hasMerges: boolean;
  /** True when that cell is covered by merged cells and is not their first. */
  isCovered(row: number, column: number): boolean;
}
