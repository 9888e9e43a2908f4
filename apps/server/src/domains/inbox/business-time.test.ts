import type { BusinessHours } from '@switchyard/contracts/inbox/hours';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterBusinessTime, businessTimeBetween, isOpenAt } from './business-time.ts';

const HOUR = 3_600_000;
const WEEKDAYS = [1, 2, 3, 4, 5];
const split: BusinessHours = {
  zone: 'Europe/Berlin',
  week: WEEKDAYS.flatMap((day) => [
    { day, from: '09:00', to: '12:30' },
    { day, from: '14:00', to: '18:00' },
  ]),
  holidays: ['2026-12-25'],
};
const nights: BusinessHours = {
  zone: 'Europe/Berlin',
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })),
  holidays: [],
};

test.each<[string, BusinessHours | null, string, number, string]>([
  ['around the clock', null, '2026-11-28T23:30:00Z', 1, '2026-11-29T00:30:00Z'],
  ['within a shift', split, '2026-11-30T08:00:00Z', 1, '2026-11-30T09:00:00Z'],
  ['across the lunch break', split, '2026-11-30T11:00:00Z', 1, '2026-11-30T13:30:00Z'],
  ['to the very end of a shift', split, '2026-11-30T10:30:00Z', 1, '2026-11-30T11:30:00Z'],
  ['from before it opens', split, '2026-11-30T03:00:00Z', 1, '2026-11-30T09:00:00Z'],
  ['across a weekend', split, '2026-11-27T16:30:00Z', 1, '2026-11-30T08:30:00Z'],
  ['across a holiday and a weekend', split, '2026-12-24T16:00:00Z', 2, '2026-12-28T09:00:00Z'],
  ['across the skipped hour', nights, '2026-03-28T23:00:00Z', 24, '2026-03-29T23:00:00Z'],
  ['by elapsed time, not by the clock', nights, '2026-10-24T22:00:00Z', 24, '2026-10-25T22:00:00Z'],
  [
    'from an opening that clocks skip',
    { ...nights, week: [{ day: 7, from: '02:30', to: '05:00' }] },
    '2026-03-29T00:00:00Z',
    1,
    '2026-03-29T02:30:00Z',
  ],
  [
    'through overlapping spans, each instant once',
    {
      ...nights,
      week: [
        { day: 1, from: '09:00', to: '11:00' },
        { day: 1, from: '10:00', to: '12:00' },
      ],
    },
    '2026-11-30T08:00:00Z',
    3,
    '2026-11-30T11:00:00Z',
  ],
])('business time passes %s', (_how, hours, from, inHours, due) => {
  const at = afterBusinessTime(Date.parse(from), inHours * HOUR, hours);
  expect(at && new Date(at).toISOString()).toBe(new Date(due).toISOString());
  expect(businessTimeBetween(Date.parse(from), Date.parse(due), hours)).toBe(inHours * HOUR);
});

test('a team that is never open has no due time', () => {
  const never = { ...split, week: [{ day: 1, from: '09:00', to: '10:00' }] };
  const year = Array.from({ length: 500 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
  expect(afterBusinessTime(Date.parse('2026-01-01T00:00:00Z'), HOUR, { ...never, holidays: year })).toBeNull();
});

test('a shift is open from its first moment until just before its end', () => {
  const at = (text: string) => isOpenAt(Date.parse(text), split);
  expect([at('2026-11-30T07:59:59Z'), at('2026-11-30T08:00:00Z')]).toEqual([false, true]);
  expect([at('2026-11-30T11:29:59Z'), at('2026-11-30T11:30:00Z')]).toEqual([true, false]);
});

test('two durations add up like a single one, and end while open', () => {
  const from = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 1) });
  const length = fc.integer({ min: 1, max: 50 * HOUR });
  fc.assert(
    fc.property(from, length, length, (startMs, one, other) => {
      const first = afterBusinessTime(startMs, one, split) ?? 0;
      const due = afterBusinessTime(startMs, one + other, split) ?? 0;
      expect(first - startMs).toBeGreaterThanOrEqual(one);
      expect(afterBusinessTime(first, other, split)).toBe(due);
      expect(isOpenAt(due - 1, split)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
