import type { Every } from './when-parts.ts';

/** The rule (RFC 5545) for words such as "every Monday". */
export function writeEvery(every: Every): string {
  const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  const parts = [`FREQ=${every.frequency}`];
  if (every.interval > 1) parts.push(`INTERVAL=${every.interval}`);
  if (every.weekdays)
    parts.push(
      `BYDAY=${[...new Set(every.weekdays)]
        .sort()
        .map((day) => codes[day - 1])
        .join(',')}`,
    );
  if (every.nth) parts.push(`BYDAY=${every.nth.which}${codes[every.nth.weekday - 1]}`);
  if (every.monthDay) parts.push(`BYMONTHDAY=${every.monthDay}`);
  return parts.join(';');
}
