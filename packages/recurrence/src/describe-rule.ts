import type { Recurrence } from './occurrences.ts';
import { type DayOfRule, type Rule, WEEKDAYS, type Weekday, writeRule } from './rule.ts';
import { weekdayNames } from './weekday-names.ts';
import { arabic } from './words/arabic.ts';
import { english } from './words/english.ts';
import { german } from './words/german.ts';
import { hebrew } from './words/hebrew.ts';
import { type Phrases, RULE_LANGUAGES, type RuleLanguage } from './words/language.ts';
import { portuguese } from './words/portuguese.ts';
import { spanish } from './words/spanish.ts';

const LANGUAGES: Record<RuleLanguage, Phrases> = {
  ...{ en: english, es: spanish, pt: portuguese },
  ...{ de: german, he: hebrew, ar: arabic },
};
const LAST_DAY_OF_ALL_MONTHS = 28;

/**
 * Describes a rule: how often, on which days, at which time of day, until when, and that days missing from some months
 * are skipped.
 * @param locale such as `pt-BR`; languages other than `RULE_LANGUAGES` fall back to English
 * @param formatTime formats a time of day, `HH:mm`, for the reader's clock; default: unchanged
 */
export function describeRule(recurrence: Recurrence, locale: string, formatTime = (time: string) => time): string {
  const words = wordsIn(locale);
  const { rule, start } = recurrence;
  const days = daysOf(recurrence, words);
  const ends = [
    ...(rule.count === null ? [] : [words.phrases.times(rule.count)]),
    ...(rule.until === null ? [] : [words.phrases.until(words.date(rule.until, LONG_DATE))]),
  ];
  const whole =
    days === null
      ? words.phrases.other(writeRule({ ...rule, count: null, until: null }))
      : [words.phrases.every(rule.frequency, rule.interval), ...days].join(' ');
  const at = days === null ? '' : ` ${words.phrases.at(words.list(timesOf(rule, start).map(formatTime)))}`;
  const text = [`${whole}${at}`, ...ends].join(words.comma);
  return canBeLeftOut(recurrence) ? `${text}. ${words.phrases.leftOut}` : text;
}

const LONG_DATE: Intl.DateTimeFormatOptions = { dateStyle: 'long' };
const DAY_OF_YEAR: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };

type Words = ReturnType<typeof wordsIn>;

function wordsIn(locale: string) {
  const language = RULE_LANGUAGES.find((supported) => supported === locale.slice(0, 2).toLowerCase());
  const usedLocale = language ? locale : 'en';
  const join = (type: Intl.ListFormatType) => {
    const format = new Intl.ListFormat(usedLocale, { type, style: 'long' });
    return (values: readonly string[]) => format.format(values);
  };
  const date = (wall: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${usedLocale}-u-ca-gregory-nu-latn`, { ...style, timeZone: 'UTC' }).format(
      new Date(`${wall.slice(0, 10)}T12:00Z`),
    );
  return {
    phrases: LANGUAGES[language ?? 'en'],
    list: join('conjunction'),
    either: join('disjunction'),
    date,
    month: (month: number) => date(`2024-${String(month).padStart(2, '0')}-01`, { month: 'long' }),
    weekdays: weekdayNames(usedLocale),
    comma: language === 'ar' ? '، ' : ', ',
  };
}

/** The phrases about days; null if they can't be expressed. */
function daysOf({ rule, start }: Recurrence, words: Words): string[] | null {
  const { frequency, days, monthDays, months, positions, yearDays, weeks } = rule;
  const { phrases, list } = words;
  if (yearDays.length > 0 || weeks.length > 0 || isOfEveryMonth(rule)) return null;
  if (positions.length > 0) return positionsOf(rule, words);
  const inMonths = months.length > 0 ? [phrases.inMonths(list(months.map(words.month)))] : [];
  const on = (items: readonly string[]) => [phrases.on, list(items)].filter((phrase) => phrase !== '').join(' ');
  const nths = days.filter(isNth);
  if (nths.length > 0) {
    if (nths.length < days.length || monthDays.length > 0) return null;
    return [on(nths.map(({ nth, weekday }) => phrases.nthWeekday(nth, words.weekdays[weekday]))), ...inMonths];
  }
  const dates = monthDays.length > 0 ? [on(monthDays.toSorted(lastAtTheEnd).map(phrases.monthDay))] : [];
  const weekdays = days.map(({ weekday }) => words.weekdays[weekday]);
  if (dates.length > 0) {
    return [...dates, ...(days.length > 0 ? [phrases.ifWeekday(words.either(weekdays))] : []), ...inMonths];
  }
  if (days.length > 0) {
    return [isWorkingDays(days) ? phrases.workingDays : phrases.onWeekdays(weekdays, list(weekdays)), ...inMonths];
  }
  if (frequency === 'WEEKLY') {
    const own = words.weekdays[weekdayAt(start)];
    return [phrases.onWeekdays([own], own), ...inMonths];
  }
  const day = Number(start.slice(8, 10));
  if (frequency === 'YEARLY' && months.length === 0) return [phrases.onDate(words.date(start, DAY_OF_YEAR))];
  return frequency === 'DAILY' ? inMonths : [on([phrases.monthDay(day)]), ...inMonths];
}

/** Whether a yearly rule's days are meant in each month or week. */
const isOfEveryMonth = ({ frequency, months, monthDays, days }: Rule): boolean =>
  frequency === 'YEARLY' && months.length === 0 && (monthDays.length > 0 || days.some((day) => !isNth(day)));

/** "The last of Monday and Friday": one position among weekdays of a month or year, and nothing else. */
function positionsOf(
  { frequency, positions, days, monthDays, months, hours, minutes }: Rule,
  words: Words,
): string[] | null {
  const [place] = positions;
  const isPlain = [monthDays, hours, minutes].every((list) => list.length === 0) && !days.some(isNth);
  if (!isPlain || days.length === 0 || frequency === 'DAILY' || place === undefined || positions.length > 1)
    return null;
  const names = words.list(days.map(({ weekday }) => words.weekdays[weekday]));
  const inMonths = months.length > 0 ? [words.phrases.inMonths(words.list(months.map(words.month)))] : [];
  const which = [words.phrases.on, words.phrases.position(place, names)].filter((phrase) => phrase !== '').join(' ');
  return [which, ...inMonths];
}

const isNth = (day: DayOfRule): day is DayOfRule & { nth: number } => day.nth !== null;
const isWorkingDays = (days: Rule['days']) =>
  days.length === 5 && days.every(({ weekday }) => weekday !== 'SA' && weekday !== 'SU');
/** Sorts 1, 15, then -2, -1. */
const lastAtTheEnd = (left: number, right: number) => Number(left < 0) - Number(right < 0) || left - right;
const weekdayAt = (wall: string): Weekday =>
  WEEKDAYS[(new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

/** The times of day, `HH:mm`. */
function timesOf({ hours, minutes }: Rule, start: string): string[] {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hour, minute] = [Number(start.slice(11, 13)), Number(start.slice(14, 16))];
  return (hours.length > 0 ? hours : [hour]).flatMap((ruleHour) =>
    (minutes.length > 0 ? minutes : [minute]).map((ruleMinute) => `${two(ruleHour)}:${two(ruleMinute)}`),
  );
}

function canBeLeftOut({ rule, start }: Recurrence): boolean {
  const { frequency, monthDays, days, months, yearDays, weeks } = rule;
  if (frequency !== 'MONTHLY' && frequency !== 'YEARLY') return false;
  if (days.length + yearDays.length + weeks.length > 0) return false;
  const dates = monthDays.length > 0 ? monthDays : [Number(start.slice(8, 10))];
  const month = frequency === 'YEARLY' && months.length === 0 ? [Number(start.slice(5, 7))] : months;
  return dates.some((day) => day > 0 && day > shortest(month));
}

/** The number of days that the shortest of these months has in every year; of all months if the list is empty. */
function shortest(months: readonly number[]): number {
  if (months.length === 0) return LAST_DAY_OF_ALL_MONTHS;
  return Math.min(...months.map((month) => new Date(Date.UTC(2023, month, 0)).getUTCDate()));
}
