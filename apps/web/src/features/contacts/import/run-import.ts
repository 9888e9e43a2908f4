import {
  CONTACT_OUTCOMES,
  type ContactOutcome,
  type ImportedContact,
  MAX_IMPORT_ROWS,
} from '@switchyard/contracts/contacts/import';
import { api } from '../../../lib/api/client.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import type { TextTable } from '../../../lib/workbook/read-table.ts';

const TRIES = 4;
const FIRST_WAIT_MS = 500;

/** Results so far. Always accurate: the first `next` rows have been answered. */
export interface ImportTally {
  next: number;
  counts: Record<ContactOutcome, number>;
  refused: { row: number; reason: string }[];
}

export const EMPTY_TALLY: ImportTally = {
  next: 0,
  counts: Object.fromEntries(CONTACT_OUTCOMES.map((outcome) => [outcome, 0])) as Record<ContactOutcome, number>,
  refused: [],
};

/** The rows to import. Kept while the import can be continued, so that the server recognises a repeated call. */
export interface PlannedImport {
  importId: string;
  rows: ImportedContact[];
  listId: string | undefined;
  keepNames: boolean;
  /** For exporting refused rows; null if the rows did not come from a file. */
  table: TextTable | null;
}

interface Run extends Omit<PlannedImport, 'table'> {
  signal: AbortSignal;
  onProgress: (tally: ImportTally) => void;
}

/**
 * Sends the rows from `tally.next` on, one batch after the other, so that the first row of a number wins. A failed call
 * is retried: the server gives a repeated call the same answer.
 * @returns the tally, incomplete if the import was stopped
 * @throws ApiError when the server is unavailable; results reported by `onProgress` stay valid
 */
export async function runImport(tally: ImportTally, run: Run): Promise<ImportTally> {
  let current = tally;
  while (current.next < run.rows.length && !run.signal.aborted) {
    const rows = run.rows.slice(current.next, current.next + MAX_IMPORT_ROWS);
    const { importId, listId, keepNames } = run;
    const { results } = await retryWhileUnavailable(() =>
      api.contacts.importRows({ importId, rows, listId, keepNames }),
    );
    const counts = { ...current.counts };
    for (const { outcome } of results) counts[outcome] += 1;
    const refused = results.flatMap(({ row, reason }) =>
      reason === null ? [] : [{ row, reason: translateText(reason) }],
    );
    current = { next: current.next + rows.length, counts, refused: [...current.refused, ...refused] };
    run.onProgress(current);
  }
  return current;
}

async function retryWhileUnavailable<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (attempt - 1)));
    }
  }
}
