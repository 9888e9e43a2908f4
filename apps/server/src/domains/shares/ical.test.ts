import { expect, test } from 'vitest';
import { type CalendarEntry, writeCalendar } from './ical.ts';

const entry: CalendarEntry = {
  uid: 'item-1@switchyard',
  summary: 'Call Ann',
  changedAt: new Date('2026-11-28T09:30:15.123Z'),
  on: { day: '2026-12-31' },
};
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('an all-day entry ends before the next day, also at the end of a year', () => {
  expect(unfolded(writeCalendar('My work', [entry]))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Switchyard//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:My work',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'BEGIN:VEVENT',
    'UID:item-1@switchyard',
    'DTSTAMP:20261128T093015Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'TRANSP:TRANSPARENT',
    'SUMMARY:Call Ann',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a moment is in UTC, and characters that would break a line are escaped', () => {
  const at = new Date('2026-12-01T08:00:00Z');
  const summary = 'One; two, three\\four\r\nEND:VEVENT\u0007';
  const lines = unfolded(writeCalendar('x', [{ ...entry, summary, on: { at } }]));
  expect(lines).toContain('DTSTART:20261201T080000Z');
  expect(lines).toContain('SUMMARY:One\\; two\\, three\\\\four\\nEND:VEVENT');
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

test('no line exceeds 75 octets, and no character is split', () => {
  const summary = 'שלום 👋🏽 '.repeat(40);
  const text = writeCalendar('x', [{ ...entry, summary }]);
  expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(unfolded(text)).toContain(`SUMMARY:${summary}`);
  expect(text).not.toContain('\ufffd');
});
