import type { FieldFault } from '@switchyard/contracts/errors';
import { MAX_BATCH_SIZE } from '@switchyard/contracts/messages/limits';
import { textOfFault } from '@switchyard/contracts/text/registry';
import { joinTexts } from '@switchyard/contracts/text/text';
import type { RowFault, SentRow } from '../workbook/import-plan.ts';
import { type RetryDeps, retryWhileUnavailable } from './retry-while-unavailable.ts';

/** Result of one row, as `createBatch` returns it. */
export type RowResult = { row: number; _id: string } | { row: number; faults: FieldFault[] };

export interface UploadProgress {
  done: number;
  total: number;
  imported: number;
  failed: number;
  /** Undefined until there is enough progress for an estimate. */
  secondsLeft: number | undefined;
}

export interface UploadOutcome {
  imported: number;
  failed: number;
  /** Row errors in the order of the sheet. */
  faults: RowFault[];
  /** Rows that were never sent, because of a cancel or a lost connection. */
  unsent: number;
  isCancelled: boolean;
  /** The error that stopped the upload, if any. */
  error: unknown;
}

export interface UploadPorts extends RetryDeps {
  /** Returns `count` valid rows, starting at `from`. */
  take: (from: number, count: number) => Promise<SentRow[]>;
  /** Creates one batch. May be called again with the same rows: the import id prevents duplicates. */
  send: (rows: SentRow[], signal: AbortSignal) => Promise<RowResult[]>;
  onProgress: (progress: UploadProgress) => void;
  nowMs: () => number;
}

/** Parallel batches. More would not speed up the server, limited by its connections, and would slow down cancelling. */
const BATCHES_IN_FLIGHT = 4;

/**
 * Sends a workbook's valid rows in parallel batches. A failed call is retried with the same rows. Cancelling lets
 * batches in flight finish, so that the counts stay correct: what was created remains.
 */
export async function uploadRows(total: number, ports: UploadPorts): Promise<UploadOutcome> {
  const startedMs = ports.nowMs();
  const outcome = { imported: 0, failed: 0, faults: [] as RowFault[], error: undefined as unknown };
  let next = 0;
  const isStopped = () => ports.signal.aborted || outcome.error !== undefined;
  const worker = async () => {
    while (next < total && !isStopped()) {
      const from = next;
      next = Math.min(total, from + MAX_BATCH_SIZE);
      const rows = await ports.take(from, Math.min(MAX_BATCH_SIZE, total - from));
      try {
        const results = await retryWhileUnavailable(() => ports.send(rows, ports.signal), ports);
        count(outcome, results);
        ports.onProgress(progressOf(outcome, total, ports.nowMs() - startedMs));
      } catch (error) {
        if (!ports.signal.aborted) outcome.error ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, worker));
  outcome.faults.sort((a, b) => a.row - b.row);
  const unsent = total - outcome.imported - outcome.failed;
  return { ...outcome, unsent, isCancelled: ports.signal.aborted && unsent > 0 };
}

function count(outcome: { imported: number; failed: number; faults: RowFault[] }, results: readonly RowResult[]) {
  for (const result of results) {
    if ('_id' in result) {
      outcome.imported += 1;
      continue;
    }
    outcome.failed += 1;
    outcome.faults.push({ row: result.row, reason: joinTexts(result.faults.map(textOfFault)) });
  }
}

function progressOf(outcome: { imported: number; failed: number }, total: number, elapsedMs: number): UploadProgress {
  const done = outcome.imported + outcome.failed;
  const secondsLeft = done === 0 ? undefined : Math.ceil((elapsedMs / done) * (total - done)) / 1000;
  return { done, total, imported: outcome.imported, failed: outcome.failed, secondsLeft };
}
