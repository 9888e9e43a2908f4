import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DueInput, isFault, readDueMoment } from './due-moment.ts';

const NOW = Date.UTC(2026, 0, 1);
const read = (dueDate: string | undefined, zone = 'Europe/London', past: DueInput['past'] = 'refuse') => {
  const moment = readDueMoment({ dueDate, zone, past }, NOW);
  return isFault(moment) ? moment : { ...moment, dueAt: moment.dueAt.toISOString() };
};
const faulty = { field: 'dueDate', message: expect.any(String) };

describe('parsing', () => {
  test.each([
    ['2026-12-01T09:30:00Z', 'Europe/London', '2026-12-01T09:30:00.000Z', '2026-12-01T09:30'],
    ['2026-12-01T09:30:00+02:00', 'Europe/London', '2026-12-01T07:30:00.000Z', '2026-12-01T07:30'],
    ['2026-12-01T09:30:00.250z', 'Europe/London', '2026-12-01T09:30:00.250Z', '2026-12-01T09:30'],
    ['2026-07-01T09:30', 'Europe/London', '2026-07-01T08:30:00.000Z', '2026-07-01T09:30'],
    ['2026-07-01 09:30:15', 'America/New_York', '2026-07-01T13:30:15.000Z', '2026-07-01T09:30:15'],
    ['2026-07-01', 'Asia/Kolkata', '2026-06-30T18:30:00.000Z', '2026-07-01T00:00'],
    ['  2026-07-01T09:30  ', 'UTC', '2026-07-01T09:30:00.000Z', '2026-07-01T09:30'],
    ['2028-02-29T12:00', 'UTC', '2028-02-29T12:00:00.000Z', '2028-02-29T12:00'],
  ])('%s in %s', (text, zone, dueAt, dueLocal) => {
    expect(read(text, zone)).toEqual({ dueAt, dueLocal, zone });
  });

  test('undefined means now', () => {
    expect(read(undefined)).toEqual({
      dueAt: '2026-01-01T00:00:00.000Z',
      dueLocal: '2026-01-01T00:00',
      zone: 'Europe/London',
    });
  });

  test.each([
    '',
    'tomorrow',
    '01/12/2026',
    '2026-13-01T09:30',
    '2026-02-30T09:30',
    '2026-12-01T24:00',
    '2026-12-01T09:60',
    '2026-12-01T09',
    '2026-12-01Z',
    '2026-12-01T09:30+99:00',
    '46000.5',
    '2026-12-01T09:30[Europe/London]',
  ])('%s is refused', (text) => expect(read(text)).toMatchObject(faulty));

  test.each(['2101-01-01T00:00', '9999-12-31T23:59', '1999-12-31T23:59', '1905-03-01T00:00'])(
    'an absurd year (%s) is refused, past or not',
    (text) => {
      expect(read(text)).toMatchObject(faulty);
      expect(read(text, 'UTC', 'send-now')).toMatchObject(faulty);
      expect(read(text, 'UTC', 'record')).toMatchObject(faulty);
    },
  );
});

describe('the past', () => {
  test('a minute is tolerated, more is refused unless requested', () => {
    expect(read('2025-12-31T23:59:00Z', 'UTC')).toMatchObject({ dueAt: '2025-12-31T23:59:00.000Z' });
    expect(read('2025-12-31T23:58:59Z', 'UTC')).toMatchObject(faulty);
    expect(read('2025-12-31T23:58:59Z', 'UTC', 'send-now')).toMatchObject({ dueAt: '2025-12-31T23:58:59.000Z' });
    expect(read('2024-01-01T00:00', 'UTC', 'record')).toMatchObject({ dueLocal: '2024-01-01T00:00' });
  });
});

describe('daylight saving', () => {
  test.each([
    // Clocks go 01:00 → 02:00 on 29 March, and 02:00 → 01:00 on 25 October.
    ['2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00.000Z', '2026-03-29T02:30'],
    ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z', '2026-03-08T03:30'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T01:30'],
    // Only half an hour, in the southern spring.
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z', '2026-10-04T02:45'],
  ])('%s in %s', (text, zone, dueAt, dueLocal) => {
    expect(read(text, zone)).toEqual({ dueAt, dueLocal, zone });
  });

  const zones = [
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'UTC',
  ];
  const minutes = fc.integer({ min: Date.UTC(2026, 0, 2) / 60_000, max: Date.UTC(2060, 0, 1) / 60_000 });

  test('an instant survives in any zone, and its wall-clock time leads back to it, or to the earlier of two', () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const instant = new Date(minute * 60_000);
        const moment = read(instant.toISOString(), zone);
        if (isFault(moment)) throw new Error(moment.message);
        expect(moment.dueAt).toBe(instant.toISOString());
        const again = read(moment.dueLocal, zone);
        if (isFault(again)) throw new Error(again.message);
        const apart = instant.getTime() - Date.parse(again.dueAt);
        expect([0, 30 * 60_000, 60 * 60_000]).toContain(apart);
        expect(again.dueLocal).toBe(moment.dueLocal);
      }),
    );
  });

  test('a wall-clock time is kept, or moved forward by at most the gap', () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const wall = new Date(minute * 60_000).toISOString().slice(0, 16);
        const moment = read(wall, zone);
        if (isFault(moment)) throw new Error(moment.message);
        const moved = Date.parse(`${moment.dueLocal}Z`) - Date.parse(`${wall}Z`);
        expect([0, 30 * 60_000, 60 * 60_000]).toContain(moved);
      }),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void read(text)));
  });
});
