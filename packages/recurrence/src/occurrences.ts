import { type CalendarDay, calendarDay, calendarDays, DAY_MS, dayOf, daysOfWeeks, weekBegin } from './calendar-day.ts';
import { type Rule, WEEKDAYS } from './rule.ts';

/** Something recurring: the rule, and the wall-clock start time (`YYYY-MM-DDTHH:mm[:ss]`). */
export interface Recurrence {
  start: string;
  rule: Rule;
}

/** The planning limit: a rule without an occurrence before it has none. */
const LAST = '2100-12-31T23:59:59';

/**
 * The occurrences of a rule from a wall-clock time on, in order, as wall-clock times. Expansion uses floating time, as
 * on a wall calendar that knows no daylight saving; the due moment decides which instant each one is, and how skipped
 * or repeated hours are treated. The start counts only if it matches the rule. A rule that never matches costs a look
 * at each of its periods up to the year 2100, a few milliseconds at worst (docs/decisions/200).
 * @param from first occurrence wanted; default: all
 */
export function* occurrencesOf({ start, rule }: Recurrence, from = start): Generator<string, void> {
  const [earliest, first] = [withSeconds(start), withSeconds(from)];
  const until = rule.until === null ? LAST : earlierOf(withSeconds(rule.until), LAST);
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  // COUNT counts from the start, whatever range is requested.
  const begin = rule.count === null && first > earliest ? first : earliest;
  for (const wall of slotsOf(rule, earliest, begin)) {
    if (wall < earliest) continue;
    if (wall > until || left === 0) return;
    left -= 1;
    if (wall >= first) yield wall.endsWith(':00') ? wall.slice(0, -3) : wall;
  }
}

/** The first `limit` occurrences. */
export function firstOccurrences(recurrence: Recurrence, limit: number, from?: string): string[] {
  const found: string[] = [];
  for (const occurrence of occurrencesOf(recurrence, from)) {
    if (found.length === limit) break;
    found.push(occurrence);
  }
  return found;
}

const withSeconds = (wall: string): string => (wall.length < LAST.length ? `${wall}:00` : wall);
const earlierOf = (left: string, right: string): string => (left < right ? left : right);

/** All times of a rule from the period that contains `begin` on, including those before it. */
function* slotsOf(rule: Rule, start: string, begin: string): Generator<string, void> {
  const times = timesOf(rule, start);
  if (isImpossible(rule, times.length)) return;
  const dayAt = calendarDays();
  const fits = dayFilter(rule, start);
  const lastDay = dayNumber(LAST);
  for (const { from, to } of periodsOf(rule, dayNumber(start), dayNumber(begin))) {
    if (from > lastDay) return;
    const days: number[] = [];
    for (const day of candidatesOf(rule, from, to)) if (fits(dayAt(day))) days.push(day);
    if (rule.positions.length === 0) for (const day of days) yield* atTimes(day, times);
    else yield* atPositions(days, times, rule.positions);
  }
}

const dayNumber = (wall: string): number => Date.parse(`${wall.slice(0, 10)}T00:00Z`) / DAY_MS;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function* atTimes(day: number, times: readonly string[]): Generator<string, void> {
  const date = dateOf(day);
  for (const time of times) yield `${date}T${time}`;
}

/** The given positions among all times of a period; -1 is the last. */
function* atPositions(
  days: readonly number[],
  times: readonly string[],
  positions: readonly number[],
): Generator<string, void> {
  const count = days.length * times.length;
  const places = positions.map((position) => (position < 0 ? count + position : position - 1));
  for (const place of [...new Set(places)].sort((left, right) => left - right)) {
    const day = days[Math.floor(place / times.length)];
    if (day !== undefined) yield `${dateOf(day)}T${times[place % times.length]}`;
  }
}

/** The times of day; parts missing from the rule come from its start. */
function timesOf({ hours, minutes }: Rule, start: string): string[] {
  const [hour = '', minute = '', second = ''] = start.slice('YYYY-MM-DDT'.length).split(':');
  const written = (values: readonly number[], own: string) =>
    values.length === 0 ? [own] : values.map((value) => String(value).padStart(2, '0')).sort();
  return written(hours, hour).flatMap((at) => written(minutes, minute).map((past) => `${at}:${past}:${second}`));
}

const MAX_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };
/** In a leap year. */
const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the rule's parts alone show that it never matches, such as 30 February or the fifth of two times. */
function isImpossible({ frequency, months, monthDays, positions }: Rule, timesPerDay: number): boolean {
  const most = MAX_DAYS[frequency] * timesPerDay;
  if (positions.length > 0 && positions.every((position) => Math.abs(position) > most)) return true;
  const longest = Math.max(...months.map((month) => MONTH_LENGTHS[month - 1] ?? 0));
  return months.length > 0 && monthDays.length > 0 && monthDays.every((day) => Math.abs(day) > longest);
}

interface Period {
  /** First day. */
  from: number;
  /** Day after the last. */
  to: number;
}

/** The periods of the interval, starting with the one that contains `begin`. */
function* periodsOf({ frequency, interval, weekStart }: Rule, start: number, begin: number): Generator<Period, void> {
  const { year, month } = calendarDay(start);
  const since = calendarDay(begin);
  const periodAt = (place: number): Period => {
    if (frequency === 'DAILY') return { from: start + place, to: start + place + 1 };
    if (frequency === 'WEEKLY') {
      const from = weekBegin(start, weekStart) + place * 7;
      return { from, to: from + 7 };
    }
    if (frequency === 'MONTHLY') return { from: dayOf(year, month + place, 1), to: dayOf(year, month + place + 1, 1) };
    return { from: dayOf(year + place, 1, 1), to: dayOf(year + place + 1, 1, 1) };
  };
  const passed = {
    DAILY: begin - start,
    WEEKLY: Math.floor((begin - weekBegin(start, weekStart)) / 7),
    MONTHLY: (since.year - year) * 12 + since.month - month,
    YEARLY: since.year - year,
  }[frequency];
  // The weeks of a year extend into the previous one.
  const skipped = frequency === 'YEARLY' ? passed - 1 : passed;
  for (let place = Math.max(0, Math.floor(skipped / interval)) * interval; ; place += interval) yield periodAt(place);
}

/** The days of a period that a rule chooses from. */
function candidatesOf({ weeks, weekStart }: Rule, from: number, to: number): number[] {
  if (weeks.length > 0) {
    const days = daysOfWeeks(calendarDay(from).year, weeks, weekStart);
    return [...new Set(days)].sort((left, right) => left - right);
  }
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** Which days match the rule; parts missing from the rule come from its start. */
function dayFilter(rule: Rule, start: string): (day: CalendarDay) => boolean {
  const own = calendarDay(dayNumber(start));
  const { frequency, yearDays, weeks } = rule;
  const namesDays = [rule.days, rule.monthDays, yearDays, weeks].some((list) => list.length > 0);
  const months = rule.months.length === 0 && frequency === 'YEARLY' && !namesDays ? [own.month] : rule.months;
  const monthDays = !namesDays && (frequency === 'MONTHLY' || frequency === 'YEARLY') ? [own.monthDay] : rule.monthDays;
  const weekdays = rule.days.map(({ weekday, nth }) => ({ weekday: WEEKDAYS.indexOf(weekday), nth }));
  const namesWeeksAlone = weeks.length > 0 && [weekdays, rule.monthDays, yearDays].every((list) => list.length === 0);
  if ((!namesDays && frequency === 'WEEKLY') || namesWeeksAlone) weekdays.push({ weekday: own.weekday, nth: null });
  const isByYear = frequency === 'YEARLY' && months.length === 0;
  const isNth = (nth: number, place: number, length: number) =>
    nth > 0 ? Math.ceil(place / 7) === nth : Math.ceil((length - place + 1) / 7) === -nth;
  return (day) =>
    (months.length === 0 || months.includes(day.month)) &&
    isAmong(monthDays, day.monthDay, day.monthLength) &&
    isAmong(yearDays, day.yearDay, day.yearLength) &&
    (weekdays.length === 0 ||
      weekdays.some(
        ({ weekday, nth }) =>
          weekday === day.weekday &&
          (nth === null ||
            (isByYear ? isNth(nth, day.yearDay, day.yearLength) : isNth(nth, day.monthDay, day.monthLength))),
      ));
}

/** Whether a position is in a list that also counts from the end; an empty list includes all. */
const isAmong = (list: readonly number[], place: number, length: number): boolean =>
  list.length === 0 || list.includes(place) || list.includes(place - length - 1);

/**
 * The recurrence from one of its occurrences on, for "this and following". What the rule takes from its start (day,
 * time, phase of its interval) is kept, and COUNT is reduced to the remainder.
 * @param at wall-clock time of the occurrence
 */
export function restFrom({ start, rule }: Recurrence, at: string): Recurrence {
  if (rule.count === null) return { start: at, rule };
  let before = 0;
  for (const occurrence of occurrencesOf({ start, rule })) {
    if (occurrence >= at) break;
    before += 1;
  }
  return { start: at, rule: { ...rule, count: rule.count - before } };
}
