import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import { type Frequency, plainRule, type Rule, WEEKDAYS, type Weekday, writeRule } from '@switchyard/recurrence/rule';

/**
 * On which day of a month, by the date that the message begins at: its date, the last day, or its weekday counted from
 * either end.
 */
export const DAYS_OF_MONTH = ['date', 'lastDay', 'nth', 'last'] as const;
export type DayOfMonth = (typeof DAYS_OF_MONTH)[number];

/** What the small editor can say. */
export interface RuleShape {
  frequency: Frequency;
  interval: number;
  /** By the week; none: the weekday of the date. */
  days: Weekday[];
  /** By the month or year. */
  on: DayOfMonth;
  end: 'never' | 'count' | 'until';
  count: number;
  /** `YYYY-MM-DD`. */
  until: string;
}

/** How a message recurs, as it is edited: by the small editor, or as the rule itself. */
export type Recurring = RuleShape | { raw: string };

/** What the editor offers for its end until somebody says otherwise. */
const USUAL_COUNT = 10;

export const newShape = (frequency: Frequency): RuleShape => ({
  frequency,
  interval: 1,
  days: [],
  on: 'date',
  end: 'never',
  count: USUAL_COUNT,
  until: '',
});

export const isRaw = (recurring: Recurring): recurring is { raw: string } => 'raw' in recurring;

/**
 * The rule that is meant, as text.
 * @param date `YYYY-MM-DD` that the message begins at
 */
export function ruleText(recurring: Recurring, date: string): string {
  return isRaw(recurring) ? recurring.raw.trim() : writeRule(ruleOf(recurring, date));
}

function ruleOf(shape: RuleShape, date: string): Rule {
  const { frequency, interval, days, on, end, count, until } = shape;
  return {
    ...plainRule(frequency, interval),
    ...(frequency === 'WEEKLY' && { days: inOrder(days).map((weekday) => ({ weekday, nth: null })) }),
    ...((frequency === 'MONTHLY' || frequency === 'YEARLY') && dayParts(on, frequency, date)),
    ...(end === 'count' && { count }),
    ...(end === 'until' && until !== '' && { until: `${until}T23:59:59` }),
  };
}

function dayParts(on: DayOfMonth, frequency: Frequency, date: string): Partial<Rule> {
  if (on === 'date') return {};
  const months = frequency === 'YEARLY' ? [Number(date.slice(5, 7))] : [];
  if (on === 'lastDay') return { months, monthDays: [-1] };
  return { months, days: [{ weekday: weekdayOf(date), nth: on === 'last' ? -1 : placeInMonth(date) }] };
}

/** A rule as the small editor shows it; the rule itself where that cannot say it. */
export function recurringOf(text: string, date: string): Recurring {
  const rule = readRule(text);
  if (isRuleFault(rule)) return { raw: text };
  const [first] = rule.days;
  const shape: RuleShape = {
    frequency: rule.frequency,
    interval: rule.interval,
    days: rule.frequency === 'WEEKLY' ? rule.days.map(({ weekday }) => weekday) : [],
    on: rule.monthDays[0] === -1 ? 'lastDay' : first?.nth === -1 ? 'last' : first?.nth ? 'nth' : 'date',
    end: rule.count !== null ? 'count' : rule.until !== null ? 'until' : 'never',
    count: rule.count ?? USUAL_COUNT,
    until: rule.until?.slice(0, 10) ?? '',
  };
  return ruleText(shape, date) === writeRule(rule) ? shape : { raw: text };
}

/** Of a date: which of its month's weekdays it is, 1 for the first. */
export const placeInMonth = (date: string): number => Math.ceil(Number(date.slice(8, 10)) / 7);

export const weekdayOf = (date: string): Weekday => WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

/**
 * The days of a month that a date can stand for: the last day only on it, the last of its weekday only in the last
 * week.
 */
export function daysOfMonth(date: string): DayOfMonth[] {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [
    'date',
    ...(day === length ? (['lastDay'] as const) : []),
    ...(placeInMonth(date) < 5 ? (['nth'] as const) : []),
    ...(day > length - 7 ? (['last'] as const) : []),
  ];
}

const inOrder = (days: readonly Weekday[]) => WEEKDAYS.filter((day) => days.includes(day));
