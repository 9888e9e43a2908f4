import { beforeEach, expect, it, vi } from 'vitest';
import { formatDay, formatExact, formatRelative, formatTimeOfDay } from './dates.ts';

beforeEach(() => void vi.stubGlobal('navigator', { language: 'en-US' }));

const now = new Date('2026-11-20T12:00:00Z');
const relative = (at: string) => formatRelative(new Date(at), now, 'UTC');

it.each([
  ['2026-11-20T11:59:30Z', 'now'],
  ['2026-11-20T11:58:00Z', '2 min. ago'],
  ['2026-11-20T15:10:00Z', 'in 3 hr.'],
  ['2026-11-19T11:00:00Z', 'yesterday'],
  ['2026-10-14T12:00:00Z', 'Oct 14'],
  ['2025-10-14T12:00:00Z', 'Oct 14, 2025'],
])('formats %s as %j', (at, expected) => {
  expect(relative(at)).toBe(expected);
});

it('formats the exact time in the given zone, and names the zone on request', () => {
  const at = new Date('2026-07-01T22:30:00Z');
  expect(formatExact(at, 'Asia/Kolkata', true).replace(/\s/g, ' ')).toBe('Jul 2, 2026, 4:00 AM (Asia/Kolkata)');
  expect(formatTimeOfDay(at, 'Europe/London').replace(/\s/g, ' ')).toBe('11:30 PM');
});

it.each([
  ['en-US', 'Nov 20, 2026'],
  ['en-GB', '20 Nov 2026'],
])('formats a day in a field of %s as %s', (language, expected) => {
  vi.stubGlobal('navigator', { language });
  expect(formatDay('2026-11-20')).toBe(expected);
});
