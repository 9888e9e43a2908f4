import { describe, expect, it } from 'vitest';
import { addDays, stepDate, windowOf } from './calendar-range.ts';
import { CALENDAR_VIEWS, filtersOf, readCalendarSearch } from './calendar-search.ts';

describe('the calendar window', () => {
  it('is one day, three days, a week from Monday, two weeks as a list, or six whole weeks around a month', () => {
    expect(windowOf('day', '2026-11-20')).toEqual({ from: '2026-11-20', days: 1 });
    expect(windowOf('three-days', '2026-11-20')).toEqual({ from: '2026-11-20', days: 3 });
    expect(windowOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', days: 7 });
    expect(windowOf('agenda', '2026-11-20')).toEqual({ from: '2026-11-20', days: 14 });
    expect(windowOf('month', '2026-11-20')).toEqual({ from: '2026-10-26', days: 42 });
  });

  it('is week 53 in a year that has one, for every day of it', () => {
    for (const date of ['2026-12-28', '2026-12-31', '2027-01-01', '2027-01-03']) {
      expect(windowOf('week', date)).toEqual({ from: '2026-12-28', days: 7 });
    }
  });

  it.each([
    [0, '2026-11-22', '2026-11-01'],
    [6, '2026-11-21', '2026-10-31'],
    [1, '2026-11-16', '2026-10-26'],
  ])('starts weeks on day %s when the person prefers that', (weekStart, week, month) => {
    expect(windowOf('week', '2026-11-22', weekStart).from).toBe(week);
    expect(windowOf('month', '2026-11-22', weekStart).from).toBe(month);
  });

  it('steps by its own length, and by months to the first of the month', () => {
    expect(stepDate('day', '2026-12-31', 1)).toBe('2027-01-01');
    expect(stepDate('week', '2026-11-20', -1)).toBe('2026-11-13');
    expect(stepDate('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(stepDate('month', '2026-01-31', -1)).toBe('2025-12-01');
  });

  it('skips no day from one window to the next', () => {
    for (const view of CALENDAR_VIEWS.filter((candidate) => candidate !== 'month')) {
      const { from, days } = windowOf(view, '2026-12-28');
      expect(windowOf(view, stepDate(view, '2026-12-28', 1)).from).toBe(addDays(from, days));
    }
  });
});

it('parses the address and drops what the server could not read', () => {
  const engineId = '019a0000-0000-7000-8000-0000000000e1';
  const search = { view: 'three-days', date: '2026-11-20', status: 'failed', engineId, campaignId: 'Spring' } as const;
  expect(readCalendarSearch({ ...search, contactMobile: 447700900123 })).toEqual({
    ...search,
    contactMobile: '447700900123',
  });
  expect(filtersOf({ ...search, open: 'x' } as object)).toEqual({ status: 'failed', engineId, campaignId: 'Spring' });
  expect(readCalendarSearch({ view: 'year', date: '20/11/2026', status: '', engineId: 'x' })).toEqual({});
  expect(readCalendarSearch({ date: '2026-02-30', status: 'lost', labelId: '7' })).toEqual({});
});
