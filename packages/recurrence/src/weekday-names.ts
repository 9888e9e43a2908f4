import { WEEKDAYS, type Weekday } from './rule.ts';

/** The weekday names of a language. */
export function weekdayNames(locale: string, length: 'long' | 'short' = 'long'): Record<Weekday, string> {
  const format = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const names = WEEKDAYS.map((day, at) => [day, format.format(Date.UTC(2024, 0, 1 + at))]);
  return Object.fromEntries(names) as Record<Weekday, string>;
}
