import { type SheetCell, writeWorkbook } from '../../../lib/workbook/write-workbook.ts';
import { REASON_LABEL } from './columns.ts';
import { EXPORT_SHEET } from './export-file.ts';
import type { Grid, GridCell } from './grid.ts';

const WIDTH = 18;
const REASON_WIDTH = 70;

/**
 * Writes the rows that failed as they stand in their file, each with its reason, in words, behind it. Mended where they stand,
 * they can be imported as they are: an import passes the reasons over. A formula without a result comes back as its
 * text, so that its row fails again rather than losing the date that it had.
 */
export function writeFaults(grid: Grid, faults: readonly { row: number; reason: string }[]): Uint8Array<ArrayBuffer> {
  const columns = grid.headerTexts.flatMap((text, column) => (isReason(text) ? [] : [column]));
  const header = [...columns.map((column) => grid.headerTexts[column]), REASON_LABEL];
  const rows = faults.map(({ row, reason }) => [...columns.map((column) => asFound(grid.cell(row, column))), reason]);
  const widths = [...columns.map(() => WIDTH), REASON_WIDTH];
  return writeWorkbook([{ name: EXPORT_SHEET, rows: [header, ...rows], widths }], 'Rows to mend', grid.counts1904);
}

const isReason = (text: string | undefined): boolean => text?.trim().toLowerCase() === REASON_LABEL.toLowerCase();

function asFound(cell: GridCell | undefined): SheetCell {
  if (!cell) return undefined;
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'fault') return cell.written;
  if (cell.kind === 'boolean') return cell.value;
  return { value: cell.value, format: cell.format };
}
