import { currentLanguage } from '../i18n/i18n.ts';
import { asUtc } from '../zones/offset-at.ts';
import { hourCycle } from './clock.ts';
import { formatter } from './date-formatter.ts';

export { formatDay } from './date-formatter.ts';

/** `2:05 PM` or `14:05`, in the chosen clock format. */
export function formatTimeOfDay(at: Date, zone: string): string {
  return formatter({ timeStyle: 'short', hourCycle: hourCycle() }).format(asUtc(at, zone));
}

/** The weekday by name. */
export function formatWeekday(at: Date, zone: string): string {
  return formatter({ weekday: 'long' }).format(asUtc(at, zone));
}

/** `20 Nov 2026, 14:05`, optionally with the zone's name. */
export function formatExact(at: Date, zone: string, withZone: boolean): string {
  const text = formatter({
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: hourCycle(),
  }).format(asUtc(at, zone));
  return withZone ? `${text} (${zone})` : text;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2 min ago`, `in 3 hr`; beyond a week the date, which says more than "37 days ago". */
export function formatRelative(at: Date, now: Date, zone: string): string {
  const differenceMs = at.getTime() - now.getTime();
  const distanceMs = Math.abs(differenceMs);
  const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto', style: 'short' });
  if (distanceMs < MINUTE_MS) return relative.format(0, 'second');
  if (distanceMs < HOUR_MS) return relative.format(Math.trunc(differenceMs / MINUTE_MS), 'minute');
  if (distanceMs < DAY_MS) return relative.format(Math.trunc(differenceMs / HOUR_MS), 'hour');
  if (distanceMs < 7 * DAY_MS) return relative.format(Math.trunc(differenceMs / DAY_MS), 'day');
  const isThisYear = yearIn(at, zone) === yearIn(now, zone);
  return formatter({
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(asUtc(at, zone));
}

/** The browser's zone; times are shown in the workspace's zone, which is named if it differs. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function yearIn(at: Date, zone: string): number {
  return asUtc(at, zone).getUTCFullYear();
}
