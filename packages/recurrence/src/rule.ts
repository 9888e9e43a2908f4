/** Weekdays in RFC 5545's notation, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Supported frequencies. An hourly or minutely rule would get the number restricted by WhatsApp; `hours` and `minutes`
 * allow several times a day.
 */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A weekday, or its nth occurrence in the month or year (-1: the last). */
export interface DayOfRule {
  weekday: Weekday;
  nth: number | null;
}

/** An RFC 5545 recurrence rule over wall-clock times. An empty list means the part is absent. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  /** Total number of occurrences; null if unlimited. Never together with `until`. */
  count: number | null;
  /** Last possible wall-clock time; null if unlimited. */
  until: string | null;
  days: DayOfRule[];
  /** 1 to 31, or -1 for the last. */
  monthDays: number[];
  months: number[];
  yearDays: number[];
  weeks: number[];
  hours: number[];
  minutes: number[];
  /** Which of a period's occurrences count; -1 is the last. */
  positions: number[];
  weekStart: Weekday;
}

/** Limits beyond which a rule can't be a person's plan. */
export const MAX_COUNT = 5_000;
export const MAX_INTERVAL = 1_000;
/** `hours` × `minutes`. */
export const MAX_TIMES_PER_DAY = 24;

/** A rule with a frequency and interval only. */
export const plainRule = (frequency: Frequency, interval = 1): Rule => ({
  ...{ frequency, interval, count: null, until: null, weekStart: 'MO' },
  ...{ days: [], monthDays: [], months: [], yearDays: [], weeks: [], hours: [], minutes: [], positions: [] },
});

/** Serializes a rule with its parts in a fixed order, so that equal rules give equal texts. */
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

/** `2026-12-01T09:30[:ss]` in RFC 5545's form, `20261201T093000`. */
export function compactTime(wallTime: string): string {
  const digits = wallTime.replace(/[-:]/g, '');
  return digits.length === 'YYYYMMDDTHHmm'.length ? `${digits}00` : digits;
}
