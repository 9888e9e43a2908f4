import type { SeriesScope } from '@switchyard/contracts/messages/series';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { editRefusal, tooLate } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findMessage } from '../messages.queries.ts';
import { firstSlotWaiting, lockMessagesOf, lockSeries, type SeriesRow } from './series.queries.ts';

/** The message in whose place a person chose, and which others of its series go with it. */
export interface OccurrenceTarget {
  id: string;
  /** The version that the person has seen. */
  version: number;
  scope: SeriesScope;
}

/** A message of a series, locked with it and with those that go with it. */
export interface Occurrence {
  series: SeriesRow;
  message: MessageRow;
  /** Of the message. */
  slot: string;
  /** The first occurrence that is meant. */
  from: string;
  /** The messages from there on, whatever became of them. */
  rows: MessageRow[];
}

/**
 * Locks a series, then its messages: a lane that takes one at the same moment is either before, and then this one is
 * told, or finds it changed.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`; `TOO_LATE` when the message named has gone or is at another version;
 *   `INVALID` when it does not recur
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
  const from = scope === 'all' ? ((await firstSlotWaiting(tx, series.id)) ?? slot) : slot;
  const rows = await lockMessagesOf(tx, series.id, from);
  const message = rows.find((row) => row.id === id);
  if (!message) throw tooLate(seen);
  authorize(editRefusal(actor, message));
  if (message.version !== version) throw tooLate(message);
  return { series, message, slot, from, rows };
}
