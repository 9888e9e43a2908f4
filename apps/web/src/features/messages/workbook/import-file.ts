import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { joinTexts } from '@switchyard/contracts/text/text';
import { resolveWallClock } from '../zones/wall-clock.ts';
import { type HeaderReading, missingColumns } from './columns.ts';
import type { DateOrder } from './date-text.ts';
import { writeFaults } from './faults-file.ts';
import type { Grid } from './grid.ts';
import {
  distinctRecipients,
  type Findings,
  type ImportDecisions,
  type ImportPlan,
  markRepeats,
  planImport,
  type ReadRow,
  type Recipient,
  type RowFault,
  type SentRow,
} from './import-plan.ts';
import { type ImportedMessage, readRow, withoutDefaults } from './import-row.ts';
import { readGrid } from './read-grid.ts';

export interface ReadingOptions {
  order: DateOrder;
  /** Zone for dates without an offset. */
  zone: string;
  /** Now, in milliseconds since 1970; decides which due dates are past. */
  nowMs: number;
  /** Example of how numbers are written in the workspace's country. */
  exampleNumber: string;
  /** Wall-clock time in `zone` for rows without a date. If omitted, they have none. */
  undatedDue?: string;
}

/** What an import would do; nothing has been sent. */
export interface ImportPreview {
  sheetName: string;
  otherSheets: string[];
  emptySheets: string[];
  hiddenSheets: string[];
  readableSheets: string[];
  /** Expected columns that the file lacks. */
  missingColumns: string[];
  ignoredColumns: string[];
  repeatedColumns: string[];
  validRows: number;
  /** Number of distinct recipients of the valid rows. */
  recipients: number;
  faultyRows: number;
  /** The first errors, in row order. */
  faults: RowFault[];
  /** Some rows have a date and others have none, so it is unclear when the latter are meant to be sent. */
  hasDatesAndNone: boolean;
  /** Valid rows whose due date is unusual, by kind. */
  due: { past: number; none: number; dateOnly: number; skipped: number; repeated: number };
  /** Rows with a status other than pending: recorded, never sent again. */
  recordedOnly: number;
  firstDueMs: number | null;
  lastDueMs: number | null;
}

const MAX_FAULTS = 1_000;

/** A workbook opened for import. Rereading its rows with other options is cheap. */
export class ImportFile {
  private readonly grid: Grid;
  private readonly header: HeaderReading;
  private rows: ReadRow[] = [];
  private faults: RowFault[] = [];
  private distinct: ReturnType<typeof distinctRecipients> = { recipients: [], rowsByRecipient: [] };
  private planned: { imported: ReadRow[]; faults: RowFault[] } = { imported: [], faults: [] };

  private constructor(grid: Grid, header: HeaderReading) {
    this.grid = grid;
    this.header = header;
  }

  /**
   * @param sheetName the selected sheet
   * @throws WorkbookError when the bytes are not an importable workbook
   */
  static async open(bytes: Uint8Array, fileName: string, sheetName?: string): Promise<ImportFile> {
    const { grid, header } = await readGrid(bytes, fileName, sheetName);
    return new ImportFile(grid, header);
  }

  /** Reads every row. Blank rows are skipped; an invalid row does not stop the others. */
  read(options: ReadingOptions): ImportPreview {
    const { zone, nowMs, undatedDue } = options;
    const preview: ImportPreview = {
      sheetName: this.grid.sheetName,
      otherSheets: this.grid.otherSheets,
      emptySheets: this.grid.emptySheets,
      hiddenSheets: this.grid.hiddenSheets,
      readableSheets: this.grid.readableSheets,
      missingColumns: missingColumns(this.header),
      ignoredColumns: this.header.ignored,
      repeatedColumns: this.header.repeated,
      validRows: 0,
      recipients: 0,
      faultyRows: 0,
      faults: [],
      hasDatesAndNone: false,
      due: { past: 0, none: 0, dateOnly: 0, skipped: 0, repeated: 0 },
      recordedOnly: 0,
      firstDueMs: null,
      lastDueMs: null,
    };
    this.rows = [];
    this.faults = [];
    for (let row = this.grid.headerRow + 1; row <= this.grid.lastRow; row += 1) {
      const reading = readRow(this.grid, this.header.places, row, options);
      if (reading === 'blank') continue;
      if ('faults' in reading) {
        this.faults.push({ row, reason: joinTexts(reading.faults) });
        continue;
      }
      const { message, isDateOnly } = reading;
      const dueState = countDue(preview, message, isDateOnly, zone, nowMs);
      const isDatedHere = dueState === 'undated' && undatedDue !== undefined;
      if (isDatedHere) message.dueDate = undatedDue;
      const dueMs = message.dueDate === undefined ? null : instantOf(message.dueDate, zone).instantMs;
      this.rows.push({ row, message, dueState, dueMs, repeats: false });
    }
    this.distinct = distinctRecipients(this.rows);
    markRepeats(this.distinct.rowsByRecipient);
    this.planned = { imported: [], faults: this.faults };
    preview.recipients = this.distinct.recipients.length;
    preview.validRows = this.rows.length;
    preview.faultyRows = this.faults.length;
    preview.faults = this.faults.slice(0, MAX_FAULTS);
    preview.hasDatesAndNone = preview.due.none > 0 && preview.due.none + preview.recordedOnly < this.rows.length;
    return preview;
  }

  /** Returns `count` distinct recipients, starting at `from`; `plan` refers to them by index. */
  recipients(from: number, count: number): Recipient[] {
    return this.distinct.recipients.slice(from, from + count);
  }

  /** Returns `count` valid rows, starting at `from`, regardless of decisions. */
  candidates(from: number, count: number): SentRow[] {
    return asSent(this.rows.slice(from, from + count));
  }

  /** Returns what will be imported, given the decisions and the server's findings. */
  plan(decisions: ImportDecisions, findings: Findings): ImportPlan {
    const refused = new Map(
      findings.recipients.flatMap(({ at, reason }) =>
        (this.distinct.rowsByRecipient[at] ?? []).map(({ row }) => [row, reason] as const),
      ),
    );
    const { imported, refusedRows, plan } = planImport(this.rows, decisions, refused, new Set(findings.repeated));
    const faults = [...this.faults, ...refusedRows].sort((a, b) => a.row - b.row);
    this.planned = { imported, faults };
    return { ...plan, faultyRows: faults.length, faults: faults.slice(0, MAX_FAULTS) };
  }

  /** Returns `count` planned rows, starting at `from`. */
  take(from: number, count: number): SentRow[] {
    return asSent(this.planned.imported.slice(from, from + count));
  }

  /** All rows that the plan skips, each with its reason. */
  leftOut(): RowFault[] {
    return this.planned.faults;
  }

  /** The failed rows as a workbook to fix and import again, each with its reason. */
  faultsFile(faults: readonly { row: number; reason: string }[]): Uint8Array<ArrayBuffer> {
    return writeFaults(
      this.grid,
      [...faults].sort((a, b) => a.row - b.row),
    );
  }
}

const asSent = (rows: readonly ReadRow[]): SentRow[] =>
  rows.map(({ row, message }) => ({ row, message: withoutDefaults(message) }));

function countDue(
  preview: ImportPreview,
  message: ImportedMessage,
  isDateOnly: boolean,
  zone: string,
  nowMs: number,
): ReadRow['dueState'] {
  if (message.status !== 'pending') {
    preview.recordedOnly += 1;
    return 'history';
  }
  if (message.dueDate === undefined) {
    preview.due.none += 1;
    return 'undated';
  }
  const { instantMs, fit } = instantOf(message.dueDate, zone);
  if (isDateOnly) preview.due.dateOnly += 1;
  if (fit !== 'exact') preview.due[fit] += 1;
  preview.firstDueMs = Math.min(preview.firstDueMs ?? instantMs, instantMs);
  preview.lastDueMs = Math.max(preview.lastDueMs ?? instantMs, instantMs);
  if (instantMs >= nowMs - PAST_TOLERANCE_MS) return 'dated';
  preview.due.past += 1;
  return 'past';
}

function instantOf(dueDate: string, zone: string) {
  const hasOffset = dueDate.length > 19;
  return hasOffset ? { instantMs: Date.parse(dueDate), fit: 'exact' as const } : resolveWallClock(dueDate, zone);
}
