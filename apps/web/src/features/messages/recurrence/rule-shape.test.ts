import { expect, test } from 'vitest';
import { daysOfMonth, newShape, type Recurring, recurringOf, ruleText } from './rule-shape.ts';

// The last Friday of November 2026.
const FRIDAY = '2026-11-27';

test.each<[Recurring, string]>([
  [newShape('DAILY'), 'FREQ=DAILY'],
  [{ ...newShape('DAILY'), interval: 2, end: 'count', count: 5 }, 'FREQ=DAILY;INTERVAL=2;COUNT=5'],
  [{ ...newShape('WEEKLY'), days: ['FR', 'MO'] }, 'FREQ=WEEKLY;BYDAY=MO,FR'],
  [{ ...newShape('WEEKLY'), end: 'until', until: '2026-12-31' }, 'FREQ=WEEKLY;UNTIL=20261231T235959'],
  [newShape('MONTHLY'), 'FREQ=MONTHLY'],
  [{ ...newShape('MONTHLY'), on: 'last' }, 'FREQ=MONTHLY;BYDAY=-1FR'],
  [{ ...newShape('MONTHLY'), on: 'nth' }, 'FREQ=MONTHLY;BYDAY=4FR'],
  [{ ...newShape('MONTHLY'), on: 'lastDay' }, 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  [{ ...newShape('YEARLY'), on: 'last' }, 'FREQ=YEARLY;BYMONTH=11;BYDAY=-1FR'],
])('the editor writes %o as the rule %s and reads it back unchanged', (shape, text) => {
  expect(ruleText(shape, FRIDAY)).toBe(text);
  expect(ruleText(recurringOf(text, FRIDAY), FRIDAY)).toBe(text);
  expect(recurringOf(text, FRIDAY)).not.toHaveProperty('raw');
});

test.each([
  'FREQ=DAILY;BYHOUR=9,17',
  'FREQ=MONTHLY;BYDAY=2MO',
  'FREQ=YEARLY;BYWEEKNO=20',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'nonsense',
])('%s exceeds the editor and stays as written', (text) => expect(recurringOf(text, FRIDAY)).toEqual({ raw: text }));

test('offers only days of the month that the date matches', () => {
  expect(daysOfMonth('2026-11-27')).toEqual(['date', 'nth', 'last']);
  expect(daysOfMonth('2026-11-30')).toEqual(['date', 'lastDay', 'last']);
  expect(daysOfMonth('2026-11-06')).toEqual(['date', 'nth']);
  expect(daysOfMonth('2028-02-29')).toEqual(['date', 'lastDay', 'last']);
});
