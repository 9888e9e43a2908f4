import { type Phrases, wordOf } from './language.ts';

const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const plural = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

const ordinal = (value: number) => `${value}${ENDINGS[plural.select(value)] ?? 'th'}`;
const nth = (place: number) => {
  if (place === -1) return 'last';
  const word = wordOf(ORDINALS, place) ?? ordinal(Math.abs(place));
  return place > 0 ? word : `${word} to last`;
};

export const english: Phrases = {
  every: (frequency, interval) =>
    interval === 1 ? `Every ${UNITS[frequency]}` : `Every ${interval} ${UNITS[frequency]}s`,
  onWeekdays: (_, all) => `on ${all}`,
  workingDays: 'from Monday to Friday',
  on: 'on',
  monthDay: (day) => (day > 0 ? `the ${ordinal(day)}` : `the ${nth(day)} day`),
  nthWeekday: (place, weekday) => `the ${nth(place)} ${weekday}`,
  position: (place, days) => `the ${nth(place)} of these days: ${days}`,
  ifWeekday: (days) => `if it is a ${days}`,
  inMonths: (months) => `in ${months}`,
  onDate: (date) => `on ${date}`,
  at: (times) => `at ${times}`,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
  until: (date) => `until ${date}`,
  other: (rule) => `Custom rule: ${rule}`,
  leftOut: 'Where this day does not exist, nothing is sent.',
};
