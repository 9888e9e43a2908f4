import { PAST_TOLERANCE_MS } from '@switchyard/contracts/message-limits';
import { resolveWallClock } from '../zones/wall-clock.ts';
import { type HeaderReading, missingColumns } from './columns.ts';
import type { DateOrder } from './date-text.ts';
import type { Grid } from './grid.ts';
import { type ImportedMessage, readRow } from './import-row.ts';
import { readGrid } from './read-grid.ts';

/** A row that fails, as the user reads it: `Row N: reason`, the header being row 1. */
export interface RowFault {
  row: number;
  reason: string;
}

/** A valid row on its way to the server. */
export interface ImportedRow {
  row: number;
  message: ImportedMessage;
}

export interface ReadingOptions {
  order: DateOrder;
  /** Zone that dates without an offset are meant in. */
  zone: string;
  /** Now, in milliseconds since 1970: decides which due dates are past. */
  nowMs: number;
}

/** What an import would do, before it does anything. */
export interface ImportPreview {
  sheetName: string;
  otherSheets: string[];
  emptySheets: string[];
  /** Columns that every import should have and this file has not. */
  missingColumns: string[];
  ignoredColumns: string[];
  repeatedColumns: string[];
  validRows: number;
  faultyRows: number;
  /** The first faults, in the order of the rows. */
  faults: RowFault[];
  /** Valid rows by what is special about their due date. */
  due: { past: number; none: number; dateOnly: number; skipped: number; repeated: number };
  /** Rows with a status other than pending: recorded, never sent again. */
  recordedOnly: number;
  firstDueMs: number | null;
  lastDueMs: number | null;
}

const FAULTS_KEPT = 1_000;

/** A workbook that was opened for import. Reading its rows again with other options is cheap. */
export class ImportFile {
  private readonly grid: Grid;
  private readonly header: HeaderReading;
  private rows: ImportedRow[] = [];

  private constructor(grid: Grid, header: HeaderReading) {
    this.grid = grid;
    this.header = header;
  }

  /** Throws a WorkbookFault when the bytes are not a workbook that can be imported. */
  static async open(bytes: Uint8Array, fileName: string): Promise<ImportFile> {
    const { grid, header } = await readGrid(bytes, fileName);
    return new ImportFile(grid, header);
  }

  /** Reads every row. Blank rows are passed over; a faulty row does not stop the others. */
  read({ order, zone, nowMs }: ReadingOptions): ImportPreview {
    const preview: ImportPreview = {
      sheetName: this.grid.sheetName,
      otherSheets: this.grid.otherSheets,
      emptySheets: this.grid.emptySheets,
      missingColumns: missingColumns(this.header),
      ignoredColumns: this.header.ignored,
      repeatedColumns: this.header.repeated,
      validRows: 0,
      faultyRows: 0,
      faults: [],
      due: { past: 0, none: 0, dateOnly: 0, skipped: 0, repeated: 0 },
      recordedOnly: 0,
      firstDueMs: null,
      lastDueMs: null,
    };
    this.rows = [];
    for (let row = this.grid.headerRow + 1; row <= this.grid.lastRow; row += 1) {
      const reading = readRow(this.grid, this.header.places, row, order);
      if (reading === 'blank') continue;
      if ('faults' in reading) {
        preview.faultyRows += 1;
        if (preview.faults.length < FAULTS_KEPT) preview.faults.push({ row, reason: reading.faults.join('; ') });
        continue;
      }
      this.rows.push({ row, message: reading.message });
      preview.validRows += 1;
      countDue(preview, reading.message, reading.isDateOnly, zone, nowMs);
    }
    return preview;
  }

  /** Valid rows of the last `read`, from the `from`-th on. */
  take(from: number, count: number): ImportedRow[] {
    return this.rows.slice(from, from + count);
  }
}

function countDue(preview: ImportPreview, message: ImportedMessage, isDateOnly: boolean, zone: string, nowMs: number) {
  if (message.status !== 'pending') {
    preview.recordedOnly += 1;
    return;
  }
  if (message.dueDate === undefined) {
    preview.due.none += 1;
    return;
  }
  const { instantMs, fit } = instantOf(message.dueDate, zone);
  if (isDateOnly) preview.due.dateOnly += 1;
  if (fit !== 'exact') preview.due[fit] += 1;
  if (instantMs < nowMs - PAST_TOLERANCE_MS) preview.due.past += 1;
  preview.firstDueMs = Math.min(preview.firstDueMs ?? instantMs, instantMs);
  preview.lastDueMs = Math.max(preview.lastDueMs ?? instantMs, instantMs);
}

function instantOf(dueDate: string, zone: string) {
  const hasOffset = dueDate.length > 19;
  return hasOffset ? { instantMs: Date.parse(dueDate), fit: 'exact' as const } : resolveWallClock(dueDate, zone);
}
