import type { Message } from '@switchyard/contracts/message';
import { describe, expect, it } from 'vitest';
import { byDay, toSlots } from './calendar-slots.ts';

const message = (id: string, dueDate: string, status = 'pending') => ({ _id: id, dueDate, status }) as Message;
const at = (...times: string[]) => times.map((time) => message(time, `2026-11-20T${time}:00Z`));
const lines = (messages: Message[], cell: 'hour' | 'day' = 'hour') =>
  toSlots(messages, 'UTC', cell).map(({ start, messages: named }) => [
    start.slice(11, 16),
    named.map(({ _id }) => _id),
  ]);

describe('the lines of an hour', () => {
  it('are those of the minutes, and the next free one where two meet', () => {
    expect(lines(at('09:05', '09:45'))).toEqual([
      ['09:00', ['09:05']],
      ['09:40', ['09:45']],
    ]);
    expect(lines(at('10:50', '10:55', '10:45'))).toEqual([
      ['10:00', ['10:45']],
      ['10:20', ['10:50']],
      ['10:40', ['10:55']],
    ]);
  });

  it('name two messages and on the last line the rest, which opens all of them', () => {
    const due = at('10:00', '10:05', '10:29', '10:31', '10:59');
    expect(lines(due)).toEqual([
      ['10:00', ['10:00']],
      ['10:20', ['10:05']],
      ['10:40', ['10:29', '10:31', '10:59']],
    ]);
    expect(toSlots(due, 'UTC', 'hour').at(-1)?.all).toEqual(due);
  });

  it('show what can still be acted on before what is over', () => {
    const over = ['10:00', '10:01', '10:02'].map((time) => message(time, `2026-11-20T${time}:00Z`, 'sent'));
    const failed = message('failed', '2026-11-20T10:50:00Z', 'failed');
    const waits = message('waits', '2026-11-20T10:40:00Z');
    expect(lines([...over, failed, waits]).map(([, named]) => named)).toEqual([
      ['waits'],
      ['failed'],
      ['10:00', '10:01', '10:02'],
    ]);
  });

  it('are those of the zone and end before midnight', () => {
    const [slot] = toSlots([message('a', '2026-11-20T23:45:00Z')], 'Asia/Kolkata', 'hour');
    expect(slot?.start).toBe('2026-11-21 05:00:00');
    const [late] = toSlots([message('a', '2026-11-20T23:45:00Z')], 'UTC', 'hour');
    expect(late).toMatchObject({ start: '2026-11-20 23:40:00', end: '2026-11-20 23:59:59' });
  });
});

it('a day of a month has a line for each message at its minute, and the rest in the last', () => {
  expect(lines(at('08:00', '12:15', '20:00'), 'day').map(([start]) => start)).toEqual(['08:00', '12:15', '20:00']);
  expect(lines(at('08:00', '12:15', '20:00', '21:00'), 'day')).toEqual([
    ['08:00', ['08:00']],
    ['12:15', ['12:15']],
    ['23:59', ['20:00', '21:00']],
  ]);
});

it('the agenda groups by day, in order', () => {
  const days = byDay(
    [message('b', '2026-11-21T01:00:00Z'), message('a', '2026-11-20T09:00:00Z'), message('c', '2026-11-20T23:30:00Z')],
    'Europe/Berlin',
  );
  expect(days.map(([day, messages]) => [day, messages.map(({ _id }) => _id)])).toEqual([
    ['2026-11-20', ['a']],
    ['2026-11-21', ['c', 'b']],
  ]);
});
