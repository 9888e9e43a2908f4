import { Temporal } from 'temporal-polyfill';
import type { DayPart, DaySpec, TimeOfDay, Unit, WhenPart } from './when-parts.ts';
import { writesMonthFirst } from './zones.ts';

type Now = Temporal.ZonedDateTime;
type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;

/** Adjacent time words, such as "tomorrow at 9", with the word before them. */
export interface WhenGroup {
  parts: readonly WhenPart[];
  /** Such as `since` or `to`; null if none is relevant. */
  preposition: string | null;
  /** Position in the request. */
  from: number;
  to: number;
}

/** Half-open: `from` is included, `to` is not. Null means unbounded. Wall-clock times. */
export interface Range {
  from: PlainDateTime | null;
  to: PlainDateTime | null;
}

/** An ambiguous time expression, with its possible meanings for the question. */
export class Unclear extends Error {
  readonly choices: readonly string[];
  /** @param choices unambiguous phrasings */
  constructor(message: string, choices: readonly string[] = []) {
    super(message);
    this.choices = choices;
  }
}

/** Which way words without a year or week are resolved: `ahead` for plans, `back` for look-ups. */
export type Direction = 'ahead' | 'back';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS: Record<DayPart, [number, number]> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [20, 24],
};
/** Without more, an hour before this may be morning or afternoon. */
const FIRST_CLEAR_HOUR = 8;

export const find = <Is extends WhenPart['is']>({ parts }: Pick<WhenGroup, 'parts'>, is: Is) =>
  parts.find((part): part is Extract<WhenPart, { is: Is }> => part.is === is);

const iso = (date: PlainDate) => date.toString();
export const formatDay = (date: PlainDate): string =>
  `${WEEKDAYS[date.dayOfWeek - 1]} ${date.day} ${date.toLocaleString('en-GB', { month: 'long' })}${date.year === Temporal.Now.plainDateISO().year ? '' : ` ${date.year}`}`;
const monday = (date: PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });

/** Resolves a day. @throws Unclear if it is ambiguous or doesn't exist */
export function resolveDay(spec: DaySpec, now: Now, direction: Direction): PlainDate {
  const days = daysOf(spec, now, direction);
  const [day, other] = days;
  if (!day) throw new Unclear('There is no such day. Which day do you mean?');
  if (other && !other.equals(day)) {
    throw new Unclear(`Which day do you mean: ${formatDay(day)} or ${formatDay(other)}?`, days.map(iso));
  }
  return day;
}

function daysOf(spec: DaySpec, now: Now, direction: Direction): PlainDate[] {
  const today = now.toPlainDate();
  switch (spec.kind) {
    case 'relative':
      return [today.add({ days: spec.days })];
    case 'weekday':
      return weekdaysOf(spec, today, direction);
    case 'date':
      return resolveDate(spec, today, direction);
    case 'ordinal':
      return ordinals(spec, today, direction);
    case 'slashed': {
      const readings = [
        { day: spec.a, month: spec.b },
        { day: spec.b, month: spec.a },
      ].filter(({ month }) => month >= 1 && month <= 12);
      if (writesMonthFirst(now.timeZoneId) && readings.length > 1) readings.shift();
      return readings.flatMap((reading) =>
        resolveDate({ ...reading, year: spec.year, weekday: null }, today, direction),
      );
    }
    case 'edge': {
      const within =
        spec.unit === 'week'
          ? monday(today).add({ weeks: spec.offset })
          : today
              .with({ day: 1, ...(spec.unit === 'year' ? { month: 1 } : {}) })
              .add(spec.unit === 'year' ? { years: spec.offset } : { months: spec.offset });
      if (spec.edge === 'first') return [within];
      if (spec.unit === 'week') return [within.add({ days: 6 })];
      return [within.add(spec.unit === 'year' ? { years: 1 } : { months: 1 }).subtract({ days: 1 })];
    }
    case 'plus':
      return daysOf(spec.from, now, 'ahead').map((day) => day.add({ weeks: spec.weeks }));
  }
}

function weekdaysOf(
  { weekday, which }: Extract<DaySpec, { kind: 'weekday' }>,
  today: PlainDate,
  direction: Direction,
): PlainDate[] {
  const inWeek = (weeks: number) => monday(today).add({ weeks, days: weekday - 1 });
  const ahead = today.add({ days: (weekday - today.dayOfWeek + 7) % 7 });
  const back = today.subtract({ days: (today.dayOfWeek - weekday + 7) % 7 });
  if (which === 'nextWeek') return [inWeek(1)];
  if (which === 'lastWeek') return [inWeek(-1)];
  if (which === 'last') return [back.equals(today) ? today.subtract({ weeks: 1 }) : back];
  if (which === 'next') return [ahead.equals(today) ? today.add({ weeks: 1 }) : ahead, inWeek(1)];
  if (direction === 'back') return [back];
  return ahead.equals(today) ? [today, today.add({ weeks: 1 })] : [ahead];
}

function resolveDate(
  spec: { day: number; month: number; year: number | null; weekday: number | null },
  today: PlainDate,
  direction: Direction,
): PlainDate[] {
  const of = (year: number) => {
    try {
      return Temporal.PlainDate.from({ year, month: spec.month, day: spec.day }, { overflow: 'reject' });
    } catch {
      return null;
    }
  };
  const isPast = (date: PlainDate) => Temporal.PlainDate.compare(date, today) < 0;
  const thisYear = of(today.year);
  const found =
    spec.year !== null
      ? of(spec.year)
      : direction === 'ahead'
        ? thisYear && !isPast(thisYear)
          ? thisYear
          : of(today.year + 1)
        : thisYear && Temporal.PlainDate.compare(thisYear, today) <= 0
          ? thisYear
          : of(today.year - 1);
  if (!found) return [];
  if (spec.weekday !== null && found.dayOfWeek !== spec.weekday) {
    // “Friday, March 19”, about failed or scheduled messages: the nearest one that is a Friday.
    const near = spec.year === null ? [thisYear, of(today.year + 1), of(today.year - 1)] : [];
    const fitting = near.find((date) => date?.dayOfWeek === spec.weekday && Math.abs(date.since(today).days) < 120);
    if (fitting) return [fitting];
    throw new Unclear(
      `${found.day} ${found.toLocaleString('en-GB', { month: 'long', year: 'numeric' })} is a ${WEEKDAYS[found.dayOfWeek - 1]}, not a ${WEEKDAYS[spec.weekday - 1]}. Which day do you mean?`,
      [iso(found)],
    );
  }
  return [found];
}

function ordinals(
  { day, weekday }: { day: number; weekday: number | null },
  today: PlainDate,
  direction: Direction,
): PlainDate[] {
  const step = direction === 'ahead' ? 1 : -1;
  for (let months = 0; Math.abs(months) < 24; months += step) {
    const month = today.with({ day: 1 }).add({ months });
    if (day > month.daysInMonth) continue;
    const date = month.with({ day });
    const order = Temporal.PlainDate.compare(date, today) * step;
    if (order >= 0 && (weekday === null || date.dayOfWeek === weekday)) return [date];
  }
  return [];
}

/** Resolves a time of day. @throws Unclear if it may be morning or evening */
export function resolveTime(
  { hour, minute, meridiem, isClear }: TimeOfDay,
  part: DayPart | undefined,
): Temporal.PlainTime {
  const at = (value: number) => Temporal.PlainTime.from({ hour: value % 24, minute });
  if (meridiem === 'am') return at(hour === 12 ? 0 : hour);
  if (meridiem === 'pm') return at(hour < 12 ? hour + 12 : hour);
  if (isClear || hour > 12 || hour === 0) return at(hour);
  if (part === 'morning') return at(hour === 12 ? 0 : hour);
  if (part) return at(hour < 12 ? hour + 12 : part === 'afternoon' ? 12 : 24);
  if (hour < FIRST_CLEAR_HOUR) {
    const [early, late] = [at(hour), at(hour + 12)].map((time) => time.toString({ smallestUnit: 'minute' })) as [
      string,
      string,
    ];
    throw new Unclear(`Do you mean ${early} in the morning or ${late}?`, [early, late]);
  }
  return at(hour);
}

/** A group's part of the day, on its own or with its day ("tonight"). */
export const partOf = (group: WhenGroup): DayPart | undefined =>
  find(group, 'part')?.part ?? find(group, 'day')?.part ?? find(group, 'every')?.part;

const scale = (amount: number, unit: Unit): Temporal.Duration =>
  unit === 'fortnight'
    ? Temporal.Duration.from({ weeks: amount * 2 })
    : unit === 'hour'
      ? Temporal.Duration.from({ minutes: Math.round(amount * 60) })
      : Temporal.Duration.from({ [`${unit}s`]: amount });

/** How far a group shifts, with its sign; null if it doesn't say. */
export const shiftOf = (
  group: WhenGroup,
): { duration: Temporal.Duration; direction: 1 | -1 | 0; word: string | undefined } | null => {
  const shift = find(group, 'shift');
  return shift ? { duration: scale(shift.amount, shift.unit), direction: shift.direction, word: shift.word } : null;
};

/** Resolves a group to its day, time of day, or both; the missing one is null. */
export function resolveMoment(group: WhenGroup, now: Now): { date: PlainDate | null; time: Temporal.PlainTime | null } {
  const part = partOf(group);
  const given = find(group, 'time');
  const time = given ? resolveTime(given, part) : null;
  const day = find(group, 'day');
  const later = find(group, 'in');
  if (day) return { date: resolveDay(day.day, now, 'ahead'), time };
  if (later) {
    const at = now.add(scale(later.amount, later.unit));
    const isExact = later.unit === 'minute' || later.unit === 'hour';
    return { date: at.toPlainDate(), time: isExact ? at.toPlainTime().round('minute') : time };
  }
  return { date: given && part && find(group, 'part') ? now.toPlainDate() : null, time };
}

const span = (date: PlainDate, [from, to]: [number, number] = [0, 24]): Range => ({
  from: date.toPlainDateTime({ hour: from }),
  to: to === 24 ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime({ hour: to }),
});

/** The range that a group stands for by itself: a day, part of a day, a week, or the minute of a moment. */
export function resolveRange(group: WhenGroup, now: Now, direction: Direction): Range & { isMoment: boolean } {
  const part = partOf(group);
  const day = find(group, 'day');
  const given = find(group, 'time');
  const date = day ? resolveDay(day.day, now, direction) : now.toPlainDate();
  if (given && !day && ['period', 'span', 'month', 'weekOf', 'year'].some((is) => find(group, is as WhenPart['is'])))
    throw new Unclear('I can look at a time of one day, or at all of the days. Which do you mean?');
  if (given) {
    const from = date.toPlainDateTime(resolveTime(given, part));
    return { from, to: from.add({ minutes: 1 }), isMoment: true };
  }
  if (part) return { ...span(date, HOURS[part]), isMoment: false };
  if (day) return { ...span(date), isMoment: false };
  return { ...periodOf(group, now, direction), isMoment: false };
}

function periodOf(group: WhenGroup, now: Now, direction: Direction): Range {
  const today = now.toPlainDate();
  const dates = (from: PlainDate, to: PlainDate): Range => ({ from: from.toPlainDateTime(), to: to.toPlainDateTime() });
  const period = find(group, 'period');
  if (period) {
    // “the weekend”, in a look-up on a weekday, is the past one.
    const isOver = period.isBare === true && direction === 'back' && today.dayOfWeek < 6;
    const range = plainPeriod(period.unit, period.offset - (isOver ? 1 : 0), today, dates);
    return period.isRest ? { ...range, from: now.toPlainDateTime().round('minute') } : range;
  }
  const ofWeek = find(group, 'weekOf');
  if (ofWeek) {
    const first = monday(resolveDay(ofWeek.day, now, direction));
    return dates(first, first.add({ weeks: 1 }));
  }
  const stretch = find(group, 'span');
  if (stretch) {
    const length = scale(stretch.amount, stretch.unit);
    const isExact = stretch.unit === 'minute' || stretch.unit === 'hour';
    const here = isExact ? now.toPlainDateTime().round('minute') : today.toPlainDateTime();
    if (stretch.direction === -1) return { from: here.subtract(length), to: null };
    return {
      from: isExact ? here : now.toPlainDateTime().round('minute'),
      to: isExact ? here.add(length) : here.add(length).add({ days: 1 }),
    };
  }
  const month = find(group, 'month');
  if (month) {
    const first = monthOf(month, today, direction);
    return dates(first, first.add({ months: 1 }));
  }
  const year = find(group, 'year');
  if (year)
    return dates(
      Temporal.PlainDate.from({ year: year.year, month: 1, day: 1 }),
      Temporal.PlainDate.from({ year: year.year + 1, month: 1, day: 1 }),
    );
  const later = find(group, 'in');
  if (later && ['day', 'week', 'month'].includes(later.unit))
    return span(now.add(scale(later.amount, later.unit)).toPlainDate());
  if (later) {
    const here = now.toPlainDateTime().round('minute');
    const there = here.add(scale(later.amount, later.unit));
    return later.amount < 0 ? { from: there, to: here } : { from: here, to: there };
  }
  throw new Unclear('Which time do you mean?');
}

function plainPeriod(
  unit: 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year',
  offset: number,
  today: PlainDate,
  dates: (from: PlainDate, to: PlainDate) => Range,
): Range {
  const week = monday(today).add({ weeks: offset });
  const month = today.with({ day: 1 });
  switch (unit) {
    case 'day':
      return dates(today, today.add({ days: 1 }));
    case 'week':
      return dates(week, week.add({ weeks: 1 }));
    case 'weekend':
      return dates(week.add({ days: 5 }), week.add({ days: 7 }));
    case 'month':
      return dates(month.add({ months: offset }), month.add({ months: offset + 1 }));
    case 'quarter': {
      const first = month.subtract({ months: (month.month - 1) % 3 }).add({ months: offset * 3 });
      return dates(first, first.add({ months: 3 }));
    }
    case 'year': {
      const first = month.with({ month: 1 }).add({ years: offset });
      return dates(first, first.add({ years: 1 }));
    }
  }
}

function monthOf(
  { month, year, which }: Extract<WhenPart, { is: 'month' }>,
  today: PlainDate,
  direction: Direction,
): PlainDate {
  const of = (given: number) => Temporal.PlainDate.from({ year: given, month, day: 1 });
  if (year !== null) return of(year);
  const isPast = month < today.month;
  const isAhead = month > today.month;
  if (which === 'last') return of(month >= today.month ? today.year - 1 : today.year);
  if (which === 'next') return of(month <= today.month ? today.year + 1 : today.year);
  if (direction === 'back') return of(isAhead ? today.year - 1 : today.year);
  return of(isPast ? today.year + 1 : today.year);
}
