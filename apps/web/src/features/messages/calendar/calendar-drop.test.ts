import { describe, expect, it } from 'vitest';
import { resolveWallClock, wallClockAt } from '../zones/wall-clock.ts';
import { droppedTime, placeAt } from './calendar-drop.ts';
import { addDays } from './calendar-range.ts';

const LONDON = 'Europe/London';
const instant = (wallClock: string, zone: string) =>
  new Date(resolveWallClock(wallClock, zone).instantMs).toISOString();

describe('dragging a message', () => {
  it('keeps the time of day to the second when dropped on another day in a month or in its own hour', () => {
    expect(droppedTime('2031-03-28T10:07:42Z', LONDON, { day: '2031-03-31', minutes: null })).toBe(
      '2031-03-31T10:07:42',
    );
    expect(droppedTime('2031-03-28T10:07:42Z', LONDON, placeAt('2031-03-31', 10.8 / 24))).toBe('2031-03-31T10:07:42');
  });

  it('snaps to the nearest quarter when dropped in another hour', () => {
    expect(droppedTime('2031-03-28T10:07:42Z', LONDON, placeAt('2031-03-28', 14.4 / 24))).toBe('2031-03-28T14:15');
    expect(droppedTime('2031-03-28T10:07:42Z', LONDON, placeAt('2031-03-28', 1.2))).toBe('2031-03-28T23:45');
    expect(droppedTime('2031-03-28T10:07:42Z', LONDON, placeAt('2031-03-28', -1))).toBe('2031-03-28T00:00');
  });

  it('does nothing when dropped where it was', () => {
    expect(droppedTime('2031-03-28T10:07:42Z', LONDON, { day: '2031-03-28', minutes: null })).toBeNull();
    expect(droppedTime('2031-03-28T10:07:42Z', LONDON, { day: '2031-03-28', minutes: 630 })).toBeNull();
  });

  it.each([
    [LONDON, '2031-03-30'],
    [LONDON, '2031-10-26'],
    ['America/New_York', '2031-03-09'],
    ['America/New_York', '2031-11-02'],
    ['Australia/Lord_Howe', '2031-10-05'],
    ['Australia/Lord_Howe', '2031-04-06'],
    ['America/Santiago', '2031-09-07'],
    ['Africa/Casablanca', '2031-01-26'],
  ])('keeps the wall-clock time across the change of clocks in %s on %s, there and back', (zone, change) => {
    const days = [-8, -1, 0, 1, 8].map((by) => addDays(change, by));
    for (const day of days) {
      for (const to of days.filter((date) => date !== day)) {
        for (let minute = 0; minute < 24 * 60; minute += 25) {
          const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
          if (resolveWallClock(`${day}T${time}`, zone).fit === 'skipped') continue;
          const dropped = droppedTime(instant(`${day}T${time}`, zone), zone, { day: to, minutes: null });
          expect(dropped).toBe(`${to}T${time}`);
          const landed = resolveWallClock(`${to}T${time}`, zone);
          // Only a time that does not exist that day moves later, by the length of the gap.
          if (landed.fit === 'skipped') expect(wallClockAt(landed.instantMs, zone) > `${to}T${time}`).toBe(true);
          else expect(wallClockAt(landed.instantMs, zone)).toBe(`${to}T${time}`);
        }
      }
    }
  });
});
