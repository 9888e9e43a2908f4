import type { ContactEntry } from '@switchyard/contracts/messages/message';
import type { Text } from '@switchyard/contracts/text/registry';
import type { ImportedMessage, SentMessage } from './import-row.ts';

/** A row that fails, and why; the header is row 1. */
export interface RowFault {
  row: number;
  reason: Text;
}

/** A row to send to the server. */
export interface SentRow {
  row: number;
  message: SentMessage;
}

/** A valid row. */
export interface ReadRow {
  row: number;
  message: ImportedMessage;
  /** `dated` and `undated` refer to the file; `past` is already due; `history` will never be sent. */
  dueState: 'dated' | 'undated' | 'past' | 'history';
  dueMs: number | null;
  /** Repeats recipient, text and due moment of an earlier row in the file. */
  repeats: boolean;
}

/** Decisions about ambiguous rows. While a decision is `ask`, its rows are skipped. */
export interface ImportDecisions {
  past: 'refuse' | 'send-now';
  undated: 'ask' | 'leave-out' | 'send-now' | 'one-date';
  repeats: 'leave-out' | 'import';
}

/** The server's findings: recipients that cannot be written to, and rows that an earlier import created. */
export interface Findings {
  /** `at`: index among the distinct recipients. */
  recipients: { at: number; reason: Text }[];
  repeated: number[];
}

/** What an import will do; its counts are final. */
export interface ImportPlan {
  /** Messages to import. */
  rows: number;
  faultyRows: number;
  /** The first errors, in row order. */
  faults: RowFault[];
  /** Rows that repeat an earlier one, whether they are imported or not. */
  repeatedRows: number;
  leftOut: { past: number; undated: number; repeats: number };
  /** Earliest due time that is not past; null if there is none. */
  soonestMs: number | null;
}

/** Recipient of a row as the server looks it up: a bare number, if there is one. */
export type Recipient = string | { contactName?: string; contactList: ContactEntry[] };

/** The distinct recipients of rows, and the rows of each. */
export function distinctRecipients(rows: readonly ReadRow[]): {
  recipients: Recipient[];
  rowsByRecipient: ReadRow[][];
} {
  const rowsByKey = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const key = recipientKey(row.message);
    const known = rowsByKey.get(key);
    if (known) known.push(row);
    else rowsByKey.set(key, [row]);
  }
  const rowsByRecipient = [...rowsByKey.values()];
  return { recipients: rowsByRecipient.map(([first]) => recipientOf(first?.message)), rowsByRecipient };
}

/** Marks rows that repeat an earlier message to the same recipient: same text, same due moment. */
export function markRepeats(rowsByRecipient: readonly ReadRow[][]): void {
  for (const rows of rowsByRecipient) {
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

/** Sorts rows into imported, failed and skipped. */
export function planImport(
  rows: readonly ReadRow[],
  decisions: ImportDecisions,
  refused: ReadonlyMap<number, Text>,
  repeated: ReadonlySet<number>,
): { imported: ReadRow[]; refusedRows: RowFault[]; plan: Omit<ImportPlan, 'faults' | 'faultyRows'> } {
  const plan = {
    rows: 0,
    repeatedRows: 0,
    leftOut: { past: 0, undated: 0, repeats: 0 },
    soonestMs: null as number | null,
  };
  const imported: ReadRow[] = [];
  const refusedRows: RowFault[] = [];
  for (const row of rows) {
    const reason = refused.get(row.row);
    if (reason !== undefined) {
      refusedRows.push({ row: row.row, reason });
      continue;
    }
    const isRepeat = row.repeats || repeated.has(row.row);
    if (isRepeat) plan.repeatedRows += 1;
    if (row.dueState === 'past' && decisions.past === 'refuse') plan.leftOut.past += 1;
    else if (row.dueState === 'undated' && (decisions.undated === 'ask' || decisions.undated === 'leave-out')) {
      plan.leftOut.undated += 1;
    } else if (isRepeat && decisions.repeats === 'leave-out') plan.leftOut.repeats += 1;
    else {
      imported.push(row);
      if (row.dueState !== 'past' && row.dueMs !== null)
        plan.soonestMs = Math.min(plan.soonestMs ?? row.dueMs, row.dueMs);
    }
  }
  plan.rows = imported.length;
  return { imported, refusedRows, plan };
}
