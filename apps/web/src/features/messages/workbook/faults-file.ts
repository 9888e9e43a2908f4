import { type SheetCell, writeWorkbook } from '../../../lib/workbook/write-workbook.ts';
import { REASON_LABEL } from './columns.ts';
import { EXPORT_SHEET } from './export-file.ts';
import type { Grid, GridCell } from './grid.ts';

const WIDTH = 18;
const REASON_WIDTH = 70;

/**
 * Writes failed rows as they are in their file, each followed by the reason in words. Once fixed, they can be imported
 * directly: imports ignore the reasons. A formula without a result is written as its text, so that its row fails again
 * instead of losing its date.
 */
export function writeFaults(grid: Grid, faults: readonly { row: number; reason: string }[]): Uint8Array<ArrayBuffer> {
  const columns = grid.headerTexts.flatMap((text, column) => (isReason(text) ? [] : [column]));
  const header = [...columns.map((column) => grid.headerTexts[column]), REASON_LABEL];
  const rows = faults.map(({ row, reason }) => [
    ...columns.map((column) => toSheetCell(grid.cell(row, column))),
    reason,
  ]);
  const widths = [...columns.map(() => WIDTH), REASON_WIDTH];
  return writeWorkbook([{ name: EXPORT_SHEET, rows: [header, ...rows], widths }], 'Rows to mend', grid.counts1904);
}

const isReason = (text: string | undefined): boolean => text?.trim().toLowerCase() === REASON_LABEL.toLowerCase();

function toSheetCell(cell: GridCell | undefined): SheetCell {
  if (!cell) return undefined;
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'fault') return cell.written;
  if (cell.kind === 'boolean') return cell.value;
  return { value: cell.value, format: cell.format };
}
