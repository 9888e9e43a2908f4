import type { ContactEntry } from '@switchyard/contracts/messages/message';
import type { Text } from '@switchyard/contracts/text/registry';
import type { ImportedMessage, SentMessage } from './import-row.ts';

/** A row that fails, and why; the header is row 1. */
export interface RowFault {
  row: number;
  reason: Text;
}

/** A row on its way to the server. */
export interface SentRow {
  row: number;
  message: SentMessage;
}

/** A row that can be read. */
export interface ReadRow {
  row: number;
  message: ImportedMessage;
  /** Without a date in the file, due in the past, or neither; history is never due. */
  standing: 'dated' | 'undated' | 'past' | 'history';
  dueMs: number | null;
  /** An earlier row of the file has its recipient, text and due moment. */
  repeats: boolean;
}

/**
 * What the user decides about rows that may be meant otherwise. `ask`: nothing yet, and until then they are left out.
 */
export interface ImportDecisions {
  past: 'refuse' | 'send-now';
  undated: 'ask' | 'leave-out' | 'send-now' | 'one-date';
  repeats: 'leave-out' | 'import';
}

/**
 * What the server knows of the rows: recipients that cannot be written to, and rows that an earlier import has brought.
 */
export interface Findings {
  /** `at`: place among the distinct recipients. */
  recipients: { at: number; reason: Text }[];
  repeated: number[];
}

/** What an import will do: these numbers hold. */
export interface ImportPlan {
  /** Messages that will be imported. */
  rows: number;
  faultyRows: number;
  /** The first faults, in the order of the rows. */
  faults: RowFault[];
  /** Rows that repeat an earlier one, whatever becomes of them. */
  repeatedRows: number;
  leftOut: { past: number; undated: number; repeats: number };
  /** When the first of them is due that is not past; null: none is. */
  soonestMs: number | null;
}

/** Who a row is for, as the server looks them up: a number alone, where there is one. */
export type Recipient = string | { contactName?: string; contactList: ContactEntry[] };

/** The recipients of rows, each once, and the rows of each. */
export function distinctRecipients(rows: readonly ReadRow[]): { recipients: Recipient[]; rowsOf: ReadRow[][] } {
  const rowsByKey = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const key = recipientKey(row.message);
    const known = rowsByKey.get(key);
    if (known) known.push(row);
    else rowsByKey.set(key, [row]);
  }
  const rowsOf = [...rowsByKey.values()];
  return { recipients: rowsOf.map(([first]) => recipientOf(first?.message)), rowsOf };
}

/** Marks rows that are the same message to their recipient again: same text, same due moment. */
export function markRepeats(rowsOf: readonly ReadRow[][]): void {
  for (const rows of rowsOf) {
    if (rows.length === 1) continue;
    const seen = new Set<string>();
    for (const row of rows) {
      const key = `${row.dueMs ?? ''} ${row.message.message}`;
      row.repeats = seen.has(key);
      seen.add(key);
    }
  }
}

function recipientKey({ contactName, contactList }: ImportedMessage): string {
  const { mobile, id } = contactList[0] ?? {};
  return mobile ? mobile.replace(/^\+/, '') : `${id ?? ''}\t${contactName?.toLowerCase() ?? ''}`;
}

function recipientOf(message: ImportedMessage | undefined): Recipient {
  const { contactName, contactList } = message ?? { contactList: [] };
  const { mobile, id } = contactList[0] ?? {};
  if (mobile) return mobile;
  return { ...(contactName && { contactName }), contactList: id ? [{ id }] : [] };
}

/** Sorts rows into those that will be imported, those that cannot be and those that are left out. */
export function planImport(
  rows: readonly ReadRow[],
  decisions: ImportDecisions,
  refused: ReadonlyMap<number, Text>,
  repeated: ReadonlySet<number>,
): { chosen: ReadRow[]; refusedRows: RowFault[]; plan: Omit<ImportPlan, 'faults' | 'faultyRows'> } {
  const plan = {
    rows: 0,
    repeatedRows: 0,
    leftOut: { past: 0, undated: 0, repeats: 0 },
    soonestMs: null as number | null,
  };
  const chosen: ReadRow[] = [];
  const refusedRows: RowFault[] = [];
  for (const row of rows) {
    const reason = refused.get(row.row);
    if (reason !== undefined) {
      refusedRows.push({ row: row.row, reason });
      continue;
    }
    const isRepeat = row.repeats || repeated.has(row.row);
    if (isRepeat) plan.repeatedRows += 1;
    if (row.standing === 'past' && decisions.past === 'refuse') plan.leftOut.past += 1;
    else if (row.standing === 'undated' && (decisions.undated === 'ask' || decisions.undated === 'leave-out')) {
      plan.leftOut.undated += 1;
    } else if (isRepeat && decisions.repeats === 'leave-out') plan.leftOut.repeats += 1;
    else {
      chosen.push(row);
      if (row.standing !== 'past' && row.dueMs !== null)
        plan.soonestMs = Math.min(plan.soonestMs ?? row.dueMs, row.dueMs);
    }
  }
  plan.rows = chosen.length;
  return { chosen, refusedRows, plan };
}
