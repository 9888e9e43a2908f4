import { formatDay, formatTimeOfDay, formatWeekday } from '../../../lib/format/dates.ts';
import { asUtc } from '../../../lib/zones/offset-at.ts';

const HOUR_MS = 3_600_000;
/** Spec 002 sections 2 and 9. */
const TIME_UNDER_HOURS = 24;
const WEEKDAY_UNDER_HOURS = 168;

/** Time of a chat message: the time of day if under 24 hours old, the weekday if under 168, otherwise the date. */
export function shownTime(at: Date, now: Date, zone: string): string {
  const hours = (now.getTime() - at.getTime()) / HOUR_MS;
  if (hours < TIME_UNDER_HOURS) return formatTimeOfDay(at, zone);
  if (hours < WEEKDAY_UNDER_HOURS) return formatWeekday(at, zone);
  return formatDay(asUtc(at, zone).toISOString().slice(0, 10));
}
