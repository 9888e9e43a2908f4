import { currentLanguage } from '../../../lib/i18n/i18n.ts';

/** `Friday, 20 November 2026`, in the language's way. */
export const dayName = (day: string): string => inWords(`${day}T00:00`, { dateStyle: 'full' });

/** `Friday, 20 November`: for where the year is known. */
export const shortDayName = (day: string): string =>
  inWords(`${day}T00:00`, { weekday: 'long', day: 'numeric', month: 'long' });

/** `2:30 PM`, of a wall-clock time `YYYY-MM-DD HH:mm:ss`. */
export const timeName = (wallClock: string): string => inWords(wallClock.replace(' ', 'T'), { timeStyle: 'short' });

/** `2 PM`, of a wall-clock time of a full hour. */
export const hourName = (wallClock: string): string => inWords(wallClock.replace(' ', 'T'), { hour: 'numeric' });

/** A wall-clock time has no zone; as one of UTC it is said as it is written. */
function inWords(wallClock: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone: 'UTC' }).format(new Date(`${wallClock}Z`));
}
