import { calendarFault, type MomentReading } from './date-text.ts';

const DAY_MS = 86_400_000;
const DAYS_1904 = 1_462;
/**
 * Serial 0 of the 1900 date system, shifted so that serials from 1 March 1900 are right: before that, Excel counts a
 * day that never existed.
 */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
/** Unformatted numbers count as serial dates only from 2000-01-01 to 2099-12-31; 20260403 and 900 are not dates. */
const PLAIN_SERIALS = { first: 36_526, last: 73_050 };

interface FormatParts {
  date: boolean;
  time: boolean;
}

/**
 * Parses a numeric cell as a moment. `format` is the cell's number format: it tells a date from midnight of that date,
 * and a lone time of day from a fraction. Rounded to seconds, because binary fractions of a day are never exact.
 */
export function readDateSerial(value: number, format: string, counts1904: boolean): MomentReading {
  const parts = partsOf(format);
  if (!Number.isFinite(value) || value < 0) return { fault: { code: 'cellNoDate' } };
  if (!parts.date && !parts.time && (value < PLAIN_SERIALS.first || value > PLAIN_SERIALS.last) && value >= 1) {
    return { fault: { code: 'cellNumber' } };
  }
  const seconds = Math.round(value * 86_400);
  const timeOfDay = () => formatClock(seconds % 86_400);
  const days = Math.floor(seconds / 86_400);
  // A cell that shows only a time means only a time, even if it stores a date as well.
  if (days === 0 || (parts.time && !parts.date)) return { moment: { time: timeOfDay() } };
  const date = new Date(EPOCH_1900_MS + (days + (counts1904 ? DAYS_1904 : 0)) * DAY_MS);
  const fault = calendarFault(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  if (fault) return { fault };
  const moment = { date: date.toISOString().slice(0, 10) };
  return { moment: seconds % 86_400 !== 0 || parts.time ? { ...moment, time: timeOfDay() } : moment };
}

function formatClock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

const formatCache = new Map<string, FormatParts>();

function partsOf(format: string): FormatParts {
  const cached = formatCache.get(format);
  if (cached) return cached;
  // Quoted text, escaped characters, colours and locales are not date codes; elapsed time such as [h] is.
  const codes = format
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase();
  const isGeneral = codes.startsWith('general') || /^[#0?,.%@e+\- ;()/]*$/.test(codes);
  const time = !isGeneral && /h|s|am\/pm/.test(codes);
  const date = !isGeneral && (/[dy]/.test(codes) || (/m/.test(codes) && !time));
  const parts = { date, time };
  formatCache.set(format, parts);
  return parts;
}
