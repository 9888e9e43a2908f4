import type { FieldFault } from '@switchyard/contracts/errors';
import { MAX_BATCH_SIZE, MAX_CHECKED_RECIPIENTS } from '@switchyard/contracts/messages/limits';
import { textOfFault } from '@switchyard/contracts/text/registry';
import { joinTexts } from '@switchyard/contracts/text/text';
import type { Findings, Recipient, SentRow } from '../workbook/import-plan.ts';
import { type Patience, retryWhileUnavailable } from './retry-while-unavailable.ts';

/** How much there is to look at, and when it is due. */
export interface CheckedRows {
  rows: number;
  recipients: number;
  due: { from: string; to: string } | undefined;
}

export interface CheckPorts extends Patience {
  recipients: (from: number, count: number) => Promise<Recipient[]>;
  candidates: (from: number, count: number) => Promise<SentRow[]>;
  check: (
    recipients: Recipient[],
    due: CheckedRows['due'],
  ) => Promise<{ faults: { at: number; faults: FieldFault[] }[]; mayRepeat: boolean }>;
  repeats: (rows: SentRow[]) => Promise<{ rows: number[] }>;
}

/** More keep the server no busier than an import itself does. */
const CALLS_IN_FLIGHT = 2;

/**
 * Asks the server what only it knows of rows, before any is sent: recipients that cannot be written to, and rows that
 * an earlier import has brought. The rows themselves are sent for that only where there was one due at these times.
 */
export async function checkRows({ rows, recipients, due }: CheckedRows, ports: CheckPorts): Promise<Findings> {
  const findings: Findings = { recipients: [], repeated: [] };
  let mayRepeat = false;
  await inParts(recipients, MAX_CHECKED_RECIPIENTS, async (from, count) => {
    const asked = await ports.recipients(from, count);
    const found = await retryWhileUnavailable(() => ports.check(asked, from === 0 ? due : undefined), ports);
    mayRepeat ||= found.mayRepeat;
    for (const { at, faults } of found.faults) {
      findings.recipients.push({ at: from + at, reason: joinTexts(faults.map(textOfFault)) });
    }
  });
  if (!mayRepeat) return findings;
  await inParts(rows, MAX_BATCH_SIZE, async (from, count) => {
    const asked = await ports.candidates(from, count);
    const found = await retryWhileUnavailable(() => ports.repeats(asked), ports);
    findings.repeated.push(...found.rows);
  });
  return findings;

  async function inParts(total: number, size: number, work: (from: number, count: number) => Promise<void>) {
    let next = 0;
    const lane = async () => {
      while (next < total && !ports.signal.aborted) {
        const from = next;
        next = Math.min(total, from + size);
        await work(from, next - from);
      }
    };
    await Promise.all(Array.from({ length: CALLS_IN_FLIGHT }, lane));
    ports.signal.throwIfAborted();
  }
}
