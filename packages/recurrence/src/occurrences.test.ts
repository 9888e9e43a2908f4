import { expect, test } from 'vitest';
import { firstOccurrences, occurrencesOf, restFrom } from './occurrences.ts';
import { isRuleFault, readRule } from './read-rule.ts';
import { writeRule } from './rule.ts';

const recurrence = (start: string, text: string) => {
  const rule = readRule(text);
  if (isRuleFault(rule)) throw new Error(rule.part);
  return { start, rule };
};

test('hours that some zone skips are still occurrences in wall-clock time', () => {
  expect(firstOccurrences(recurrence('2026-03-28T02:30', 'FREQ=DAILY'), 3)).toEqual([
    '2026-03-28T02:30',
    '2026-03-29T02:30',
    '2026-03-30T02:30',
  ]);
});

test('seconds are kept, and an UNTIL is inclusive', () => {
  const seconds = recurrence('2026-01-31T09:00:30', 'FREQ=MONTHLY;UNTIL=20260531T090030');
  expect([...occurrencesOf(seconds)]).toEqual(['2026-01-31T09:00:30', '2026-03-31T09:00:30', '2026-05-31T09:00:30']);
});

test('starting in the middle gives the same occurrences as starting at the start', () => {
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
])('%s has no occurrence when starting in February, and does not hang', (text) =>
  expect(firstOccurrences(recurrence('2026-02-15T09:00', text), 1)).toEqual([]),
);

test.each([
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYHOUR=5;BYSETPOS=3',
  'FREQ=DAILY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO;INTERVAL=2;UNTIL=20261231',
  'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=5',
  'FREQ=MONTHLY;BYMONTHDAY=30;BYDAY=1MO',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=200',
  'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6',
  'FREQ=YEARLY;BYYEARDAY=1;BYMONTHDAY=2',
  'FREQ=YEARLY;BYYEARDAY=366;BYMONTH=6',
])('%s has no occurrence, and does not hang', (text) =>
  expect(firstOccurrences(recurrence('2026-02-15T09:00', text), 1)).toEqual([]),
);

test('a rare occurrence is found: 29 February on a Monday, with every day checked', () => {
  const rare = recurrence('2026-02-15T09:00', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO');
  expect(firstOccurrences(rare, 9)).toEqual(['2044-02-29T09:00', '2072-02-29T09:00']);
});

test('expands a thousand occurrences of a yearly rule with many days', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',');
  const busy = recurrence('2026-02-15T09:00', `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${hours}`);
  expect(firstOccurrences(busy, 1_000)).toHaveLength(1_000);
});

test('parts of a yearly rule limit each other, and plain weekdays count beside numbered ones', () => {
  expect(firstOccurrences(recurrence('2025-03-13T09:00', 'FREQ=YEARLY;BYMONTH=3;BYDAY=SU,2FR'), 3)).toEqual([
    '2025-03-14T09:00',
    '2025-03-16T09:00',
    '2025-03-23T09:00',
  ]);
  expect(firstOccurrences(recurrence('2026-01-01T09:00', 'FREQ=YEARLY;BYYEARDAY=60;BYMONTHDAY=29'), 1)).toEqual([
    '2028-02-29T09:00',
  ]);
  // Weeks without a weekday use that of the start, a Thursday.
  expect(firstOccurrences(recurrence('2026-01-01T09:00', 'FREQ=YEARLY;BYWEEKNO=1,20'), 3)).toEqual([
    '2026-01-01T09:00',
    '2026-05-14T09:00',
    '2027-01-07T09:00',
  ]);
});

test('a position in a week counts from the start of the week, also in the first week', () => {
  // A Wednesday; the first match of that week was Monday.
  const first = recurrence('2026-01-07T09:00', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1');
  expect(firstOccurrences(first, 1)).toEqual(['2026-01-12T09:00']);
  const second = recurrence('2026-01-07T09:00', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2');
  expect(firstOccurrences(second, 1)).toEqual(['2026-01-07T09:00']);
});

test('there are no occurrences after the year 2100', () => {
  expect(firstOccurrences(recurrence('2026-02-15T09:00', 'FREQ=YEARLY;INTERVAL=60'), 9)).toEqual([
    '2026-02-15T09:00',
    '2086-02-15T09:00',
  ]);
});

test('the rest from an occurrence on keeps the remaining count', () => {
  const ten = recurrence('2026-01-05T09:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10');
  const all = [...occurrencesOf(ten)];
  const rest = restFrom(ten, all[3] ?? '');
  expect(writeRule(rest.rule)).toContain('COUNT=7');
  expect([...occurrencesOf(rest)]).toEqual(all.slice(3));
});
