import { inEnglish } from '@switchyard/contracts/text/text';
import { expect, test } from 'vitest';
import { isRuleFault, type RuleFault, readRule } from './read-rule.ts';
import { writeRule } from './rule.ts';

const written = (text: string) => {
  const rule = readRule(text);
  return isRuleFault(rule) ? rule : writeRule(rule);
};

test('two texts with the same meaning are the same rule', () => {
  const same = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;BYHOUR=9,17;COUNT=10';
  expect(written('rrule: freq=weekly;count=10;byhour=17,9;interval=2;byday=mo,fr;wkst=mo;')).toBe(same);
  expect(written(same)).toBe(same);
});

test.each([
  ['FREQ=MONTHLY;BYMONTHDAY=15,-1,-1', 'FREQ=MONTHLY;BYMONTHDAY=-1,15'],
  ['FREQ=DAILY;UNTIL=20261231', 'FREQ=DAILY;UNTIL=20261231T235959'],
  ['FREQ=DAILY;BYSECOND=0', 'FREQ=DAILY'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYDAY=-1FR'],
])('%s is normalized to %s', (rule, normalized) => expect(written(rule)).toBe(normalized));

test('an UNTIL in UTC becomes wall-clock time in the rule’s zone', () => {
  const rule = readRule('FREQ=DAILY;UNTIL=20261231T230000Z', (utc) => `${utc.slice(0, 11)}00:00:00`);
  expect(rule).toMatchObject({ until: '2026-12-31T00:00:00' });
});

test.each([
  ['', 'RRULE', 'Enter a rule'],
  ['every day', 'RRULE', 'isn’t part of a recurrence rule'],
  ['BYDAY=MO', 'FREQ', 'Set the frequency'],
  ['FREQ=HOURLY', 'FREQ', 'daily at most'],
  ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ', 'twice'],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL', '1 to 1,000'],
  ['FREQ=DAILY;INTERVAL=1,2', 'INTERVAL', 'one number'],
  ['FREQ=DAILY;COUNT=5001', 'COUNT', '1 to 5,000'],
  ['FREQ=DAILY;COUNT=-1', 'COUNT', 'whole number'],
  ['FREQ=DAILY;COUNT=3;UNTIL=20261231', 'COUNT', 'not both'],
  ['FREQ=DAILY;UNTIL=20260230', 'UNTIL', 'isn’t a date'],
  ['FREQ=DAILY;UNTIL=soon', 'UNTIL', 'isn’t a date'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY', 'monthly or yearly'],
  ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY', 'isn’t a weekday'],
  ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY', '1 to 53'],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY', '-1 to -31'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY', '1 to 31'],
  ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY', 'Weekly rules'],
  ['FREQ=DAILY;BYYEARDAY=1', 'BYYEARDAY', 'Only yearly rules'],
  ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO', 'Only yearly rules'],
  ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS', 'another part'],
  ['FREQ=DAILY;BYHOUR=8,9,10,11,12;BYMINUTE=0,10,20,30,40', 'BYHOUR', 'this rule has 25'],
  ['FREQ=DAILY;BYSECOND=30', 'BYSECOND', '0 to 0'],
  [`FREQ=DAILY;${'X'.repeat(600)}`, 'RRULE', 'at most 500'],
])('%s is refused at %s', (rule, part, message) => {
  const read = readRule(rule) as RuleFault;
  expect({ ...read, message: inEnglish(read.message) }).toEqual({ part, message: expect.stringContaining(message) });
});
