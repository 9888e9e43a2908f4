import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatExact, formatRelative, formatTimeOfDay, formatWeekday } from '../format/dates.ts';
import { asUtc, offsetAt } from './offset-at.ts';
import { findZoneChanges } from './zone-changes.ts';

const HOUR_MS = 3_600_000;
const at = (text: string) => new Date(text);

beforeEach(() => void vi.stubGlobal('navigator', { language: 'en-GB' }));
afterEach(() => void vi.unstubAllGlobals());

/** A browser whose data put Casablanca permanently an hour ahead, as those of Chromium 150 do. */
class OtherDateTimeFormat extends Intl.DateTimeFormat {
  override formatToParts(at?: Date | number) {
    return super.formatToParts(this.#shifted(at));
  }
  override format = (at?: Date | number) => super.format(this.#shifted(at));
  #shifted(at: Date | number = Date.now()): number {
    return Number(at) + (this.resolvedOptions().timeZone === 'Africa/Casablanca' ? HOUR_MS : 0);
  }
}

it('shows a zone’s times as the server does, whatever the browser’s own data say', () => {
  const due = at('2026-12-15T10:00:00Z');
  const hours = Temporal.Instant.from('2026-12-15T10:00Z').toZonedDateTimeISO('Africa/Casablanca').hour;
  // The built app includes the tables from the start.
  findZoneChanges('Africa/Casablanca');
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: OtherDateTimeFormat } }));
  const browsers = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Casablanca' });
  expect(browsers.format(due)).not.toContain(`${hours}:00`);
  expect(formatTimeOfDay(due, 'Africa/Casablanca')).toBe(`${hours}:00`);
  expect(formatExact(due, 'Africa/Casablanca', false)).toBe(`15 Dec 2026, ${hours}:00`);
  expect(offsetAt('Africa/Casablanca', due.getTime())).toBe((hours - 10) * HOUR_MS);
  const newYear = new Date(Date.UTC(2027, 0, 1) - (hours - 10) * HOUR_MS - 60_000);
  expect(formatRelative(newYear, at('2026-12-01T00:00Z'), 'Africa/Casablanca')).toBe('31 Dec');
  expect(formatWeekday(newYear, 'Africa/Casablanca')).toBe('Thursday');
});

it.each([
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Calcutta',
  'Asia/Kolkata',
  'US/Eastern',
  'Etc/GMT+5',
  'UTC',
])('gives the same offset of %s as Temporal in every year', (zone) => {
  for (const year of [1987, 2014, 2015, 2026, 2039, 2040, 2051])
    for (const month of [0, 2, 5, 9, 10]) {
      const instant = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year, month, 29, 1));
      const expected = instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;
      expect(offsetAt(zone, instant.epochMilliseconds)).toBe(expected);
    }
});

it('changes with the clock, to the minute', () => {
  expect(asUtc(at('2026-10-25T00:59:59Z'), 'Europe/London').toISOString()).toBe('2026-10-25T01:59:59.000Z');
  expect(asUtc(at('2026-10-25T01:00:00Z'), 'Europe/London').toISOString()).toBe('2026-10-25T01:00:00.000Z');
});
