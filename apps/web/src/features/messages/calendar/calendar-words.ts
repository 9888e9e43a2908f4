import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';

/** `Friday, 20 November 2026`, in the language's way. */
export const dayName = (day: string): string => inWords(day, { dateStyle: 'full' });

/** `Friday, 20 November`: for where the year is known. */
export const shortDayName = (day: string): string => inWords(day, { weekday: 'long', day: 'numeric', month: 'long' });

/** The time of day of a wall-clock time `YYYY-MM-DD HH:mm:ss`; it has no zone, and as one of UTC is said as it is written. */
export const timeName = (wallClock: string): string =>
  formatTimeOfDay(new Date(`${wallClock.replace(' ', 'T')}Z`), 'UTC');

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A week says its days hundreds of times, and making a formatter is slow enough to be felt. */
function inWords(day: string, options: Intl.DateTimeFormatOptions): string {
  const key = currentLanguage() + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone: 'UTC' });
  formatters.set(key, made);
  return made.format(new Date(`${day}T00:00Z`));
}
