import { WEEKDAYS, type Weekday } from './rule.ts';

/** The names of weekdays in a language. */
export function weekdayNames(locale: string, length: 'long' | 'short' = 'long'): Record<Weekday, string> {
  const format = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  const names = WEEKDAYS.map((day, at) => [day, format.format(Date.UTC(2024, 0, 1 + at))]);
  return Object.fromEntries(names) as Record<Weekday, string>;
}
