import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { nextMonday, resolveWallClock, tomorrowAt, wallClockAt } from './wall-clock.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const wallClocks = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));

describe('a wall-clock time in a zone', () => {
  it('comes back from its instant, or is reported as skipped', () => {
    fc.assert(
      fc.property(wallClocks, zones, (wallClock, zone) => {
        const { instantMs, fit } = resolveWallClock(wallClock, zone);
        const back = wallClockAt(instantMs, zone);
        if (fit === 'skipped') expect(back > wallClock).toBe(true);
        else expect(back).toBe(wallClock);
      }),
      { numRuns: 2_000 },
    );
  });

  it('matches Temporal around every kind of change', () => {
    const changeDays = fc.constantFrom(
      ...['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-03-27'],
    );
    const times = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    const changing = fc.constantFrom(
      ...['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Jerusalem', 'Africa/Casablanca', 'UTC'],
    );
    fc.assert(
      fc.property(changeDays, times, changing, (day, [hour, minute], zone) => {
        const wallClock = `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`;
        const expected = Temporal.PlainDateTime.from(wallClock).toZonedDateTime(zone).epochMilliseconds;
        expect(resolveWallClock(wallClock, zone).instantMs).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('that does not exist moves later by the length of the gap', () => {
    const resolved = resolveWallClock('2026-03-29T01:30', 'Europe/London');
    expect(resolved.fit).toBe('skipped');
    expect(wallClockAt(resolved.instantMs, 'Europe/London')).toBe('2026-03-29T02:30:00');
  });

  it('that exists twice is the first of the two', () => {
    const resolved = resolveWallClock('2026-10-25T01:30', 'Europe/London');
    expect(resolved).toEqual({ fit: 'repeated', instantMs: Date.parse('2026-10-25T00:30:00Z') });
  });
});

describe('relative days', () => {
  // 22 November 2026 is a Sunday; in Auckland it is already Monday.
  const sunday = Date.parse('2026-11-22T20:00:00Z');

  it('uses the zone for tomorrow', () => {
    expect(tomorrowAt('09:00', sunday, 'Europe/London')).toBe('2026-11-23T09:00');
    expect(tomorrowAt('09:00', sunday, 'Pacific/Auckland')).toBe('2026-11-24T09:00');
  });

  it.each([
    ['a Sunday', 'Europe/London', 0, '2026-11-23T09:00'],
    ['a Monday', 'Pacific/Auckland', 0, '2026-11-30T09:00'],
    ['a Tuesday', 'Europe/London', 2, '2026-11-30T09:00'],
    ['a Saturday', 'Europe/London', 6, '2026-11-30T09:00'],
  ])('finds the Monday after %s', (_day, zone, daysLater, monday) => {
    expect(nextMonday('09:00', sunday + daysLater * 86_400_000, zone)).toBe(monday);
  });
});
