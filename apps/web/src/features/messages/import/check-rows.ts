import type { FieldFault } from '@switchyard/contracts/errors';
import { MAX_BATCH_SIZE, MAX_CHECKED_RECIPIENTS } from '@switchyard/contracts/messages/limits';
import { textOfFault } from '@switchyard/contracts/text/registry';
import { joinTexts } from '@switchyard/contracts/text/text';
import type { Findings, Recipient, SentRow } from '../workbook/import-plan.ts';
import { type RetryDeps, retryWhileUnavailable } from './retry-while-unavailable.ts';

/** Number of rows and recipients to check, and the range of due times. */
export interface CheckedRows {
  rows: number;
  recipients: number;
  due: { from: string; to: string } | undefined;
}

export interface CheckPorts extends RetryDeps {
  recipients: (from: number, count: number) => Promise<Recipient[]>;
  candidates: (from: number, count: number) => Promise<SentRow[]>;
  check: (
    recipients: Recipient[],
    due: CheckedRows['due'],
  ) => Promise<{ faults: { at: number; faults: FieldFault[] }[]; mayRepeat: boolean }>;
  repeats: (rows: SentRow[]) => Promise<{ rows: number[] }>;
}

/** Parallel calls; more would load the server more than the import itself does. */
const CALLS_IN_FLIGHT = 2;

/**
 * Has the server check rows before any is imported: recipients that cannot be written to, and rows that an earlier
 * import created. Sends the rows themselves only if an earlier import has any in the same range of due times.
 */
export async function checkRows({ rows, recipients, due }: CheckedRows, ports: CheckPorts): Promise<Findings> {
  const findings: Findings = { recipients: [], repeated: [] };
  let mayRepeat = false;
  await forEachBatch(recipients, MAX_CHECKED_RECIPIENTS, async (from, count) => {
    const batch = await ports.recipients(from, count);
    const found = await retryWhileUnavailable(() => ports.check(batch, from === 0 ? due : undefined), ports);
    mayRepeat ||= found.mayRepeat;
    for (const { at, faults } of found.faults) {
      findings.recipients.push({ at: from + at, reason: joinTexts(faults.map(textOfFault)) });
    }
  });
  if (!mayRepeat) return findings;
  await forEachBatch(rows, MAX_BATCH_SIZE, async (from, count) => {
    const batch = await ports.candidates(from, count);
    const found = await retryWhileUnavailable(() => ports.repeats(batch), ports);
    findings.repeated.push(...found.rows);
  });
  return findings;

  async function forEachBatch(total: number, size: number, work: (from: number, count: number) => Promise<void>) {
    let next = 0;
    const worker = async () => {
      while (next < total && !ports.signal.aborted) {
        const from = next;
        next = Math.min(total, from + size);
        await work(from, next - from);
      }
    };
    await Promise.all(Array.from({ length: CALLS_IN_FLIGHT }, worker));
    ports.signal.throwIfAborted();
  }
}
