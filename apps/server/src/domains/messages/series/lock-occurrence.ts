import type { SeriesScope } from '@switchyard/contracts/messages/series';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { editRefusal, tooLate } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findMessage } from '../messages.queries.ts';
import { firstPendingSlot, lockMessagesOf, lockSeries, type SeriesRow } from './series.queries.ts';

/** The message a person chose, and which others of its series the action includes. */
export interface OccurrenceTarget {
  id: string;
  /** The version the person has seen. */
  version: number;
  scope: SeriesScope;
}

/** A message of a series, locked together with the series and the included messages. */
export interface Occurrence {
  series: SeriesRow;
  message: MessageRow;
  /** The slot of the message. */
  slot: string;
  /** The first included occurrence. */
  from: string;
  /** All messages from there on, in any status. */
  rows: MessageRow[];
}

/**
 * Locks a series, then its messages, so that a concurrent claim is either visible here or sees the change.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`; `TOO_LATE` if the chosen message has been sent or has another version;
 *   `INVALID` if it does not recur
 */
export async function lockOccurrence(
  tx: Db,
  actor: Actor,
  { id, version, scope }: OccurrenceTarget,
): Promise<Occurrence> {
  const seen = await findMessage(tx, actor, id);
  if (!seen) throw new Refusal('NOT_FOUND');
  authorize(editRefusal(actor, seen));
  if (seen.seriesId === null) throw invalid([faultAt('scope', 'notRecurring')]);
  const series = await lockSeries(tx, actor.workspaceId, seen.seriesId);
  const slot = seen.seriesSlot ?? '';
  const from = scope === 'all' ? ((await firstPendingSlot(tx, series.id)) ?? slot) : slot;
  const rows = await lockMessagesOf(tx, series.id, from);
  const message = rows.find((row) => row.id === id);
  if (!message) throw tooLate(seen);
  authorize(editRefusal(actor, message));
  if (message.version !== version) throw tooLate(message);
  return { series, message, slot, from, rows };
}
