import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { addDays, type CalendarWindow } from './calendar-range.ts';
import type { CalendarView } from './calendar-search.ts';

/** `Friday, 20 November 2026`, in the current language. */
export const dayName = (day: string): string => formatDay(day, { dateStyle: 'full' });

/** `Friday, 20 November`, where the year is clear from context. */
export const shortDayName = (day: string): string => formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' });

/** `Fri`. */
export const weekdayName = (day: string): string => formatDay(day, { weekday: 'short' });

/** A time of day (`HH:mm`) in the person's clock format. It has no zone, so it is formatted as UTC. */
export const timeName = (time: string): string => formatTimeOfDay(new Date(`2000-01-01T${time}:00Z`), 'UTC');

/** Title of a window: its day, its month, or its first and last day. */
export function windowName(view: CalendarView, date: string, { from, days }: CalendarWindow): string {
  if (view === 'day') return dayName(date);
  if (view === 'month') return formatDay(date, { month: 'long', year: 'numeric' });
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);
  return formatter({ dateStyle: 'medium' }).formatRange(noon(from), noon(addDays(from, days - 1)));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatter(options).format(new Date(`${day}T00:00Z`));

/** Cached, because a week formats its days hundreds of times and creating a formatter is noticeably slow. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = currentLanguage() + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone: 'UTC' });
  formatters.set(key, made);
  return made;
}
