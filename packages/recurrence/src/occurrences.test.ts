import { expect, test } from 'vitest';
import { firstOccurrences, occurrencesOf, restFrom } from './occurrences.ts';
import { isRuleFault, readRule } from './read-rule.ts';
import { writeRule } from './rule.ts';

const recurrence = (start: string, text: string) => {
  const rule = readRule(text);
  if (isRuleFault(rule)) throw new Error(rule.message);
  return { start, rule };
};

test('hours that some zone skips are on the wall all the same', () => {
  expect(firstOccurrences(recurrence('2026-03-28T02:30', 'FREQ=DAILY'), 3)).toEqual([
    '2026-03-28T02:30',
    '2026-03-29T02:30',
    '2026-03-30T02:30',
  ]);
});

test('seconds are kept, and an end is the last that may be', () => {
  const seconds = recurrence('2026-01-31T09:00:30', 'FREQ=MONTHLY;UNTIL=20260531T090030');
  expect([...occurrencesOf(seconds)]).toEqual(['2026-01-31T09:00:30', '2026-03-31T09:00:30', '2026-05-31T09:00:30']);
});

test('from the middle they are the same as from the start', () => {
  const fortnightly = recurrence('2026-01-05T09:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=9');
  const all = [...occurrencesOf(fortnightly)];
  expect(all).toHaveLength(9);
  expect(firstOccurrences(fortnightly, 20, all[4])).toEqual(all.slice(4));
  expect(firstOccurrences(fortnightly, 20, `${all[4]}:01`)).toEqual(all.slice(5));
  expect(firstOccurrences(fortnightly, 2, '2020-01-01T00:00')).toEqual(all.slice(0, 2));
});

test.each([
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31',
])('%s never comes from a February on, and does not hang', (text) =>
  expect(firstOccurrences(recurrence('2026-02-15T09:00', text), 1)).toEqual([]),
);

test('a position in a week counts from the week’s beginning, also in the week that the start is in', () => {
  // A Wednesday; of that week Monday was the first.
  const first = recurrence('2026-01-07T09:00', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1');
  expect(firstOccurrences(first, 1)).toEqual(['2026-01-12T09:00']);
  const second = recurrence('2026-01-07T09:00', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2');
  expect(firstOccurrences(second, 1)).toEqual(['2026-01-07T09:00']);
});

test('nothing comes after the year 2100', () => {
  expect(firstOccurrences(recurrence('2026-02-15T09:00', 'FREQ=YEARLY;INTERVAL=60'), 9)).toEqual([
    '2026-02-15T09:00',
    '2086-02-15T09:00',
  ]);
});

test('the rest from an occurrence on has what is left of the count', () => {
  const ten = recurrence('2026-01-05T09:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10');
  const all = [...occurrencesOf(ten)];
  const rest = restFrom(ten, all[3] ?? '');
  expect(writeRule(rest.rule)).toContain('COUNT=7');
  expect([...occurrencesOf(rest)]).toEqual(all.slice(3));
});
