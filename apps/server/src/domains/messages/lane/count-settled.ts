import { englishTexts, readText } from '@switchyard/contracts/text/registry';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import type { ChangedRow } from '../messages.events.ts';

const SETTLED = new Set(['sent', 'failed', 'unknown']);

/** Counts the messages a report settled in the metrics; receipts settle nothing. */
export function countSettled(
  { messagesSettled }: Pick<Metrics, 'messagesSettled'>,
  results: readonly { _id: string }[],
  changed: readonly ChangedRow[],
): void {
  const reported = new Set(results.map(({ _id }) => _id));
  for (const { id, status, send_failure_reason } of changed) {
    if (!reported.has(id) || !SETTLED.has(status)) continue;
    messagesSettled.inc({ status, reason: status === 'sent' ? '' : reasonOf(send_failure_reason) });
  }
}

/** Maps a reason to one of a few dozen label values, whatever engines report. */
function reasonOf(stored: string | null | undefined): string {
  if (stored == null) return '';
  const reason = readText(stored);
  return typeof reason === 'object' && englishTexts.has(reason.code) ? reason.code : 'other';
}
