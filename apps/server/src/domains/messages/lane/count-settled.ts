import { englishTexts, readText } from '@switchyard/contracts/text/registry';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import type { ChangedRow } from '../messages.events.ts';

const SETTLED = new Set(['sent', 'failed', 'unknown']);

/** Counts what a report has settled; receipts settle nothing. */
export function countSettled(
  { messagesSettled }: Pick<Metrics, 'messagesSettled'>,
  results: readonly { _id: string }[],
  changed: readonly ChangedRow[],
): void {
  const told = new Set(results.map(({ _id }) => _id));
  for (const { id, status, send_failure_reason } of changed) {
    if (!told.has(id) || !SETTLED.has(status)) continue;
    messagesSettled.inc({ status, reason: status === 'sent' ? '' : reasonOf(send_failure_reason) });
  }
}

/** A few dozen values, whatever engines say. */
function reasonOf(stored: string | null | undefined): string {
  if (stored == null) return '';
  const reason = readText(stored);
  return typeof reason === 'object' && englishTexts.has(reason.code) ? reason.code : 'other';
}
