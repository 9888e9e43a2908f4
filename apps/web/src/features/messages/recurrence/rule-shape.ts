import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import { type Frequency, plainRule, type Rule, WEEKDAYS, type Weekday, writeRule } from '@switchyard/recurrence/rule';

/**
 * Day of the month, derived from the start date: the same date, the last day, or its weekday counted from either end.
 */
export const DAYS_OF_MONTH = ['date', 'lastDay', 'nth', 'last'] as const;
export type DayOfMonth = (typeof DAYS_OF_MONTH)[number];

/** Rules that the editor can express. */
export interface RuleShape {
  frequency: Frequency;
  interval: number;
  /** Weekly rules; empty for the start date's weekday. */
  days: Weekday[];
  /** Monthly and yearly rules. */
  on: DayOfMonth;
  end: 'never' | 'count' | 'until';
  count: number;
  /** `YYYY-MM-DD`. */
  until: string;
}

/** A recurrence being edited: in the editor, or as the rule's text. */
export type Recurring = RuleShape | { raw: string };

/** Default number of occurrences that the editor offers. */
const DEFAULT_COUNT = 10;

export const newShape = (frequency: Frequency): RuleShape => ({
  frequency,
  interval: 1,
  days: [],
  on: 'date',
  end: 'never',
  count: DEFAULT_COUNT,
  until: '',
});

export const isRaw = (recurring: Recurring): recurring is { raw: string } => 'raw' in recurring;

/**
 * The rule as text.
 * @param date `YYYY-MM-DD` of the first message
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

/** Parses a rule for the editor; keeps the text if the editor cannot express it. */
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
    count: rule.count ?? DEFAULT_COUNT,
    until: rule.until?.slice(0, 10) ?? '',
  };
  return ruleText(shape, date) === writeRule(rule) ? shape : { raw: text };
}

/** Which of its weekdays in the month a date is, starting at 1. */
export const placeInMonth = (date: string): number => Math.ceil(Number(date.slice(8, 10)) / 7);

export const weekdayOf = (date: string): Weekday => WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

/** Days of the month that a date can represent: `lastDay` only on the last day, `last` only in the last seven days. */
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
