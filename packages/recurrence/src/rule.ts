/** Weekdays as RFC 5545 has them, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * How often at most: a rule by the hour or minute would have WhatsApp restrict the number. Several times a day are
 * `hours` and `minutes`.
 */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A weekday, or the nth of it in the month or year (-1: the last). */
export interface DayOfRule {
  weekday: Weekday;
  nth: number | null;
}

/** A recurrence rule of RFC 5545 over wall-clock times. An empty list says nothing. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  /** How many occurrences there are in all; null: not said. Never together with `until`. */
  count: number | null;
  /** The last possible wall-clock time; null: not said. */
  until: string | null;
  days: DayOfRule[];
  /** 1 to 31, or -1 for the last. */
  monthDays: number[];
  months: number[];
  yearDays: number[];
  weeks: number[];
  hours: number[];
  minutes: number[];
  /** Which of a period's occurrences count: -1 the last. */
  positions: number[];
  weekStart: Weekday;
}

/** Beyond, a rule is no plan of a person's. */
export const MAX_COUNT = 5_000;
export const MAX_INTERVAL = 1_000;
/** `hours` × `minutes`. */
export const MAX_TIMES_PER_DAY = 24;

/** A rule that only says how often. */
export const plainRule = (frequency: Frequency, interval = 1): Rule => ({
  ...{ frequency, interval, count: null, until: null, weekStart: 'MO' },
  ...{ days: [], monthDays: [], months: [], yearDays: [], weeks: [], hours: [], minutes: [], positions: [] },
});

/** A rule as text, its parts always in the same order: two rules that say the same are the same text. */
export function writeRule(rule: Rule): string {
  const list = (name: string, values: readonly (number | string)[]) =>
    values.length > 0 ? [`${name}=${values.join(',')}`] : [];
  return [
    `FREQ=${rule.frequency}`,
    ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
    ...list('BYMONTH', rule.months),
    ...list('BYWEEKNO', rule.weeks),
    ...list('BYYEARDAY', rule.yearDays),
    ...list('BYMONTHDAY', rule.monthDays),
    ...list(
      'BYDAY',
      rule.days.map(({ weekday, nth }) => `${nth ?? ''}${weekday}`),
    ),
    ...list('BYHOUR', rule.hours),
    ...list('BYMINUTE', rule.minutes),
    ...list('BYSETPOS', rule.positions),
    ...(rule.weekStart === 'MO' ? [] : [`WKST=${rule.weekStart}`]),
    ...(rule.count === null ? [] : [`COUNT=${rule.count}`]),
    ...(rule.until === null ? [] : [`UNTIL=${compactTime(rule.until)}`]),
  ].join(';');
}

/** `2026-12-01T09:30[:ss]` as RFC 5545 writes it, `20261201T093000`. */
export function compactTime(wallTime: string): string {
  const digits = wallTime.replace(/[-:]/g, '');
  return digits.length === 'YYYYMMDDTHHmm'.length ? `${digits}00` : digits;
}
