import { expect, it } from 'vitest';
import { spanIn, steppedMonth, windowDays } from './dated-window.ts';

it('shows six whole weeks around a month, starting on the preferred day', () => {
  const days = windowDays('2026-11-17', 1);
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  expect(windowDays('2026-11-17', 0)[0]).toBe('2026-11-01');
});

it('steps by month, whatever its length', () => {
  expect(steppedMonth('2026-01-31', 1)).toBe('2026-02-01');
  expect(steppedMonth('2026-01-31', -1)).toBe('2025-12-01');
});

it('places an item by its dates, clipped to the range', () => {
  const days = windowDays('2026-11-01', 1);
  expect(spanIn(days, '2026-10-27', '2026-10-29')).toEqual({ at: 1, length: 3 });
  expect(spanIn(days, '2026-10-01', '2026-10-26')).toEqual({ at: 0, length: 1 });
  expect(spanIn(days, '2026-12-05', '2027-01-01')).toEqual({ at: 40, length: 2 });
  expect(spanIn(days, '2026-11-03', null)).toEqual({ at: 8, length: 1 });
  expect(spanIn(days, null, '2026-11-03')).toEqual({ at: 8, length: 1 });
  expect(spanIn(days, '2026-11-03', '2026-11-01')).toEqual({ at: 8, length: 1 });
});

it('omits items without a date or outside the range', () => {
  const days = windowDays('2026-11-01', 1);
  expect(spanIn(days, null, undefined)).toBeNull();
  expect(spanIn(days, '2026-10-25', '2026-10-25')).toBeNull();
  expect(spanIn(days, '2026-12-07', null)).toBeNull();
});
