import { writeRule } from '@switchyard/recurrence/rule';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { MessageRow } from '../messages.present.ts';
import type { NewMessage } from '../write/insert-messages.ts';
import { inheritedContent } from '../write/message-content.ts';
import { insertSeries } from './extend-series.ts';
import type { ParsedRecurrence } from './read-recurrence.ts';
import { firstPending } from './series.queries.ts';

/**
 * Stores a series and its first messages, in the caller's transaction.
 * @param message as it would be stored if it did not recur
 * @param keepsEngine whether the whole series goes out through its engine
 * @returns the first message
 */
export async function scheduleSeries(
  tx: Db,
  message: NewMessage,
  { start, rule, except }: ParsedRecurrence,
  keepsEngine: boolean,
  now: Date,
): Promise<{ row: MessageRow; seriesId: string; made: number; events: DomainEvent[] }> {
  const { createdBy, engineId, zone } = message;
  const origin = { createdBy, zone, engineId: keepsEngine ? engineId : null };
  const { series, made, events } = await insertSeries(
    tx,
    { ...inheritedContent(message), ...origin, start, rule: writeRule(rule) },
    except,
    now,
  );
  const row = await firstPending(tx, series.id);
  if (!row) throw new Error(`series ${series.id} began without a message`);
  return { row, seriesId: series.id, made, events };
}
