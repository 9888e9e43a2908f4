import { toLatinDigits } from '@switchyard/contracts/digits';
import { FIRST_DUE_YEAR, LAST_DUE_YEAR } from '@switchyard/contracts/messages/limits';
import { monthByName, weekdayByName } from './calendar-names.ts';
import type { CellFault } from './grid.ts';

/** A date, a time of day or both, as written in a cell. At least one of `date` and `time` is set. */
export interface Moment {
  /** `YYYY-MM-DD`. */
  date?: string;
  /** `HH:mm:ss`. */
  time?: string;
  /** `Z` or `±HH:mm`: the moment is an instant and needs no zone. */
  offset?: string;
}
export type MomentReading = { moment: Moment } | { fault: CellFault };

/** How to read an ambiguous date such as 03/04/2026. `refuse` reports it as an error. */
export type DateOrder = 'refuse' | 'day-first' | 'month-first';

const TIME_OF_DAY =
  /^(\d{1,2})(?:(?::|h|\.(?=\d\d))(\d{2}))?(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(?:([ap])\.?\s?m\.?|(uhr))?\s*(Z|(?:UTC|GMT)?[+-]\d{2}:?\d{2}|UTC|GMT)?$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=$|[T\s,])/;
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})\.?(?=$|[T\s,])/;
const YEAR_SHORT = /^\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{2}\.?(?=$|[T\s,])/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=$|T)/;
const EAST_ASIAN = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const DAY_NAME_YEAR =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-]*(?:de\s|of\s)?(\p{L}[\p{L}\p{M}’']*)\.?,?[\s-]*(?:de[l]?\s)?(\d{4})(?:\s?(?:г|р)\.?)?(?=$|[T\s,])/iu;
const NAME_DAY_YEAR = /^(\p{L}[\p{L}\p{M}]*)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?=$|[\s,])/iu;
/** Words between a date and its time: 9. März 2027 um 14:30 Uhr, March 9 at 2 pm. */
const JOINING_WORD = /^(?:um|at|à|às|a las|alle(?: ore)?|kl\.?|om|ore|la|o godz\.?|в|о|ve|saat)\s+(?=\d)/iu;
const WEEKDAY = /^(\p{L}[\p{L}\p{M}-]*)\.?,?\s+(?=[\d\p{L}])/u;

/**
 * Parses a date, a time of day or both from text: ISO 8601, numbers with the year first or last, month names in about
 * twenty languages, Arabic and Indian digits, 12- and 24-hour times. Never guesses: an ambiguous date is an error
 * unless `order` resolves it, and so is a year outside 2000 to 2100 (another calendar, or a typing error).
 */
export function readDateText(input: string, order: DateOrder): MomentReading {
  const text = plain(input);
  const timeAlone = readTime(text);
  if (timeAlone) return 'fault' in timeAlone ? timeAlone : { moment: timeAlone };
  const { found, body, weekday } = readDateAfterWeekday(text, order);
  if ('fault' in found) return found;
  const fault = calendarFault(found.year, found.month, found.day, weekday);
  if (fault) return { fault };
  const date = `${found.year}-${twoDigits(found.month)}-${twoDigits(found.day)}`;
  const rest = body
    .slice(found.length)
    .replace(/^[T,\s]+/, '')
    .replace(JOINING_WORD, '');
  if (rest === '') return { moment: { date } };
  const time = readTime(rest);
  if (!time) return { fault: { code: 'cellUnread' } };
  return 'fault' in time ? time : { moment: { date, ...time } };
}

/**
 * Some words are a month in one language and a weekday in another (Mar.), so the date is first tried including the
 * word.
 */
function readDateAfterWeekday(text: string, order: DateOrder) {
  const unsplit = readDate(text, order);
  const word = WEEKDAY.exec(text);
  const weekday = word?.[1] === undefined ? undefined : weekdayByName(word[1]);
  if (!('fault' in unsplit) || !word || weekday === undefined)
    return { found: unsplit, body: text, weekday: undefined };
  const body = text.slice(word[0].length);
  return { found: readDate(body, order), body, weekday };
}

type DateReading = { year: number; month: number; day: number; length: number } | { fault: CellFault };

function readDate(text: string, order: DateOrder): DateReading {
  const yearFirst = YEAR_FIRST.exec(text) ?? EAST_ASIAN.exec(text) ?? COMPACT.exec(text);
  if (yearFirst) {
    const numbers = yearFirst
      .slice(1)
      .filter((part) => /^\d+$/.test(part))
      .map(Number);
    return { year: numbers[0] ?? 0, month: numbers[1] ?? 0, day: numbers[2] ?? 0, length: yearFirst[0].length };
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const [first, second, year] = [Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4])];
    const dayFirst = isDayFirst(first, second, yearLast[2] === '.', order);
    if (typeof dayFirst === 'object') return { fault: dayFirst };
    return { year, month: dayFirst ? second : first, day: dayFirst ? first : second, length: yearLast[0].length };
  }
  if (YEAR_SHORT.test(text)) return { fault: { code: 'cellShortYear' } };
  const dayName = DAY_NAME_YEAR.exec(text);
  const dayNameMonth = dayName?.[2] === undefined ? undefined : monthByName(dayName[2]);
  if (dayName && dayNameMonth) {
    return { year: Number(dayName[3]), month: dayNameMonth, day: Number(dayName[1]), length: dayName[0].length };
  }
  const nameDay = NAME_DAY_YEAR.exec(text);
  const nameDayMonth = nameDay?.[1] === undefined ? undefined : monthByName(nameDay[1]);
  if (nameDay && nameDayMonth) {
    return { year: Number(nameDay[3]), month: nameDayMonth, day: Number(nameDay[2]), length: nameDay[0].length };
  }
  return { fault: { code: 'cellUnread' } };
}

/**
 * True if the day comes first, false if the month does, an error if it is ambiguous. Dotted dates are always day-first.
 */
function isDayFirst(first: number, second: number, isDotted: boolean, order: DateOrder): boolean | CellFault {
  if (isDotted || first === second) return true;
  if (first > 12 && second > 12) return { code: 'cellNoDay' };
  if (first > 12 || second > 12) {
    const dayFirst = first > 12;
    if (order !== 'refuse' && dayFirst !== (order === 'day-first')) {
      return { code: order === 'day-first' ? 'cellDayFirst' : 'cellMonthFirst' };
    }
    return dayFirst;
  }
  if (order === 'refuse') {
    return { code: 'cellTwoDates' };
  }
  return order === 'day-first';
}

function readTime(text: string): { time: string; offset?: string } | { fault: CellFault } | undefined {
  const match = TIME_OF_DAY.exec(text.replace(/\s*\([^()]*\)$/, ''));
  if (!match) return undefined;
  const [, hourText, minuteText, secondText, half, oclock, zone] = match;
  if (minuteText === undefined && half === undefined && oclock === undefined) return undefined;
  let hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  const second = Number(secondText ?? 0);
  const isTwelveHour = half !== undefined;
  if (hour > 23 || minute > 59 || second > 59 || (isTwelveHour && (hour < 1 || hour > 12))) {
    return { fault: { code: 'cellNoTime' } };
  }
  if (isTwelveHour) hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const time = `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
  return zone === undefined ? { time } : { time, offset: plainOffset(zone) };
}

function plainOffset(zone: string): string {
  const digits = /([+-])(\d{2}):?(\d{2})$/.exec(zone);
  return digits ? `${digits[1]}${digits[2]}:${digits[3]}` : 'Z';
}

/** Why a date is invalid, or undefined if it is valid. `weekday` (0 Sunday to 6) must match if one was written. */
export function calendarFault(year: number, month: number, day: number, weekday?: number): CellFault | undefined {
  if (year < FIRST_DUE_YEAR || year > LAST_DUE_YEAR) {
    return { code: 'cellYear', data: { first: String(FIRST_DUE_YEAR), last: String(LAST_DUE_YEAR) } };
  }
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return { code: 'cellNoDay' };
  if (weekday !== undefined && date.getUTCDay() !== weekday) return { code: 'cellWeekday' };
  return undefined;
}

function plain(text: string): string {
  return toLatinDigits(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .replace(/\p{White_Space}+/gu, ' ')
    .trim();
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
