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

export const NOTHING_YET: ImportTally = {
  next: 0,
  counts: Object.fromEntries(CONTACT_OUTCOMES.map((outcome) => [outcome, 0])) as Record<ContactOutcome, number>,
  refused: [],
};

/** The rows to import. Kept while the import can be continued, so that the server recognises a repeated call. */
export interface Planned {
  importId: string;
  rows: ImportedContact[];
  listId: string | undefined;
  keepNames: boolean;
  /** For exporting refused rows; null if the rows did not come from a file. */
  table: TextTable | null;
}

interface Run extends Omit<Planned, 'table'> {
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
  let now = tally;
  while (now.next < run.rows.length && !run.signal.aborted) {
    const rows = run.rows.slice(now.next, now.next + MAX_IMPORT_ROWS);
    const { importId, listId, keepNames } = run;
    const { results } = await retryWhileUnavailable(() =>
      api.contacts.importRows({ importId, rows, listId, keepNames }),
    );
    const counts = { ...now.counts };
    for (const { outcome } of results) counts[outcome] += 1;
    const refused = results.flatMap(({ row, reason }) =>
      reason === null ? [] : [{ row, reason: translateText(reason) }],
    );
    now = { next: now.next + rows.length, counts, refused: [...now.refused, ...refused] };
    run.onProgress(now);
  }
  return now;
}

async function retryWhileUnavailable<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tries - 1)));
    }
  }
}
