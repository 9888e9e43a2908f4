import type { NodeOf } from '@switchyard/contracts/bots/flow';
import { Temporal } from 'temporal-polyfill';

/**
 * Whether a time is within a node's hours, in the workspace's zone. Hours past midnight (22:00 to 06:00) belong to the
 * day on which they start.
 */
export function isWithinHours(
  { days, from, until }: Pick<NodeOf<'condition'>, 'days' | 'from' | 'until'>,
  now: Date,
  zone: string,
): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const today = local.dayOfWeek;
  if (from <= until) return days.includes(today) && time >= from && time < until;
  const yesterday = today === 1 ? 7 : today - 1;
  return (days.includes(today) && time >= from) || (days.includes(yesterday) && time < until);
}
