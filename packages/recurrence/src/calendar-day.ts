import type { Weekday } from './rule.ts';
import { WEEKDAYS } from './rule.ts';

/** Days are counted from 1970-01-01, a Thursday. */
export const DAY_MS = 86_400_000;
const THURSDAY = 3;
const DAYS_PER_WEEK = 7;

/** A calendar day with the facts that rules depend on. */
export interface CalendarDay {
  /** Days since 1970-01-01. */
  day: number;
  year: number;
  /** 1 to 12. */
  month: number;
  monthDay: number;
  monthLength: number;
  yearDay: number;
  yearLength: number;
  /** 0: Monday. */
  weekday: number;
}

/** @param month 1 to 12; 13 is the next January */
export const dayOf = (year: number, month: number, monthDay: number): number =>
  Date.UTC(year, month - 1, monthDay) / DAY_MS;

interface Month {
  /** Days since 1970-01-01. */
  first: number;
  length: number;
  year: number;
  month: number;
  /** First day of its year, and the year's length in days. */
  newYear: number;
  yearLength: number;
}

function monthOf(day: number): Month {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const first = dayOf(year, month, 1);
  const newYear = dayOf(year, 1, 1);
  const yearLength = dayOf(year + 1, 1, 1) - newYear;
  return { first, length: dayOf(year, month + 1, 1) - first, year, month, newYear, yearLength };
}

/** Returns a look-up that caches its last month, because consecutive days mostly share one and computing it is slow. */
export function calendarDays(): (day: number) => CalendarDay {
  let cached: Month | undefined;
  return (day) => {
    if (!cached || day < cached.first || day >= cached.first + cached.length) cached = monthOf(day);
    const { first, length, year, month, newYear, yearLength } = cached;
    return {
      day,
      year,
      month,
      monthDay: day - first + 1,
      monthLength: length,
      yearDay: day - newYear + 1,
      yearLength,
      weekday: weekdayOf(day),
    };
  };
}

export const calendarDay = (day: number): CalendarDay => calendarDays()(day);

const weekdayOf = (day: number): number => (((day + THURSDAY) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK;

/** First day of the week that contains a day. */
export function weekBegin(day: number, weekStart: Weekday): number {
  return day - ((weekdayOf(day) - WEEKDAYS.indexOf(weekStart) + DAYS_PER_WEEK) % DAYS_PER_WEEK);
}

/** A year's first week is the first with at least four days in the year. */
const firstWeek = (year: number, weekStart: Weekday): number => weekBegin(dayOf(year, 1, 4), weekStart);

/** Days of the given weeks of a year; -1 is the last week. They may lie in the neighbouring years. */
export function daysOfWeeks(year: number, weeks: readonly number[], weekStart: Weekday): number[] {
  const first = firstWeek(year, weekStart);
  const count = (firstWeek(year + 1, weekStart) - first) / DAYS_PER_WEEK;
  return weeks
    .map((week) => (week < 0 ? count + week : week - 1))
    .filter((place) => place >= 0 && place < count)
    .flatMap((place) => Array.from({ length: DAYS_PER_WEEK }, (_, at) => first + place * DAYS_PER_WEEK + at));
}
