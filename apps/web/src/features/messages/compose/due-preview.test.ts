import { describe, expect, it } from 'vitest';
import { nextQuarter, previewDue } from './due-preview.ts';

const nowMs = Date.parse('2026-11-20T19:32:00Z');

describe('the preview of a due date', () => {
  it('explains what happens to a time skipped by daylight saving', () => {
    expect(previewDue('2027-03-28', '01:30', 'Europe/London', nowMs)).toEqual({
      instantMs: Date.parse('2027-03-28T01:30:00Z'),
      used: '2027-03-28T02:30:00',
      fit: 'skipped',
      isPast: false,
    });
  });

  it('takes the first of two equal times', () => {
    expect(previewDue('2027-10-31', '01:30', 'Europe/London', nowMs)?.instantMs).toBe(
      Date.parse('2027-10-31T00:30:00Z'),
    );
  });

  it('calls a time past after a minute, in the zone it is meant in', () => {
    expect(previewDue('2026-11-20', '19:31', 'UTC', nowMs)?.isPast).toBe(false);
    expect(previewDue('2026-11-20', '19:30', 'UTC', nowMs)?.isPast).toBe(true);
    expect(previewDue('2026-11-20', '19:30', 'America/New_York', nowMs)?.isPast).toBe(false);
  });

  it('needs both date and time', () => expect(previewDue('2026-11-20', '', 'UTC', nowMs)).toBeUndefined());
});

it('starts a new message at the next quarter', () => {
  expect(nextQuarter(nowMs, 'Asia/Kolkata')).toEqual({ date: '2026-11-21', time: '01:15' });
});
