import { describe, expect, it } from 'vitest';
import { instantsOf, rangeOf, stepped } from './calendar-range.ts';
import { readCalendarSearch } from './calendar-search.ts';

describe('what the calendar shows', () => {
  it('is a day, a week from Monday, or six whole weeks around a month', () => {
    expect(rangeOf('day', '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-21' });
    expect(rangeOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-23' });
    expect(rangeOf('month', '2026-11-20')).toEqual({ from: '2026-10-26', to: '2026-12-07' });
  });

  it.each([
    [0, '2026-11-22', '2026-11-01'],
    [6, '2026-11-21', '2026-10-31'],
    [1, '2026-11-16', '2026-10-26'],
  ])('begins weeks with day %s for whoever wants them so', (weekStart, week, month) => {
    expect(rangeOf('week', '2026-11-22', weekStart).from).toBe(week);
    expect(rangeOf('month', '2026-11-22', weekStart).from).toBe(month);
  });

  it('moves by its own length, and by months to the first of them', () => {
    expect(stepped('day', '2026-12-31', 1)).toBe('2027-01-01');
    expect(stepped('week', '2026-11-20', -1)).toBe('2026-11-13');
    expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(stepped('month', '2026-01-31', -1)).toBe('2025-12-01');
  });

  it('begins and ends at midnight of the zone, also across a change of clocks', () => {
    expect(instantsOf({ from: '2026-10-25', to: '2026-10-26' }, 'Europe/London')).toEqual({
      dueFrom: '2026-10-24T23:00:00.000Z',
      dueTo: '2026-10-26T00:00:00.000Z',
    });
  });

  it('is in the address', () => {
    expect(readCalendarSearch({ view: 'month', date: '2026-11-20', status: 'failed' })).toEqual({
      view: 'month',
      date: '2026-11-20',
      status: 'failed',
    });
    expect(readCalendarSearch({ view: 'year', date: '20/11/2026', status: '' })).toEqual({});
  });
});
