import type { NodeOf } from '@switchyard/contracts/bots/flow';
import { Temporal } from 'temporal-polyfill';

const DAYS_PER_WEEK = 7;

/**
 * A trigger's next run after a given time. A local time that the clocks skip runs an hour later. Null if no day is
 * selected.
 */
export function nextRun({ days, at }: Pick<NodeOf<'trigger'>, 'days' | 'at'>, zone: string, after: Date): Date | null {
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let ahead = 0; ahead <= DAYS_PER_WEEK; ahead += 1) {
    const date = today.add({ days: ahead });
    if (!days.includes(date.dayOfWeek)) continue;
    const { epochMilliseconds } = date.toZonedDateTime({ timeZone: zone, plainTime: at });
    if (epochMilliseconds > after.getTime()) return new Date(epochMilliseconds);
  }
  return null;
}
