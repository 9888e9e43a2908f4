import type { CalendarCell, CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { describe, expect, it } from 'vitest';
import { toSlots } from './calendar-slots.ts';

const message = (id: string, dueDate: string, status = 'pending') => ({ _id: id, dueDate, status }) as Message;
const at = (...times: string[]) => times.map((time) => message(time, `2026-11-20T${time}:00Z`));
/** A cell, as the server tells it: in order of time. */
const cell = (key: string, messages: Message[], count = messages.length): CalendarCell => ({
  at: key,
  dueFrom: '',
  dueTo: '',
  count,
  messages: messages.toSorted((one, other) => Date.parse(one.dueDate) - Date.parse(other.dueDate)),
});
const TEN = '2026-11-20T10:00';
const lines = (messages: Message[], key = TEN, kind: CalendarCellKind = 'hour') =>
  toSlots([cell(key, messages)], 'UTC', kind).map(({ line, messages: named }) => [line, named.map(({ _id }) => _id)]);

describe('the lines of an hour', () => {
  it('are those of the minutes, and the next free one where two meet', () => {
    expect(lines(at('10:05', '10:45'))).toEqual([
      [0, ['10:05']],
      [2, ['10:45']],
    ]);
    expect(lines(at('10:50', '10:55', '10:45'))).toEqual([
      [0, ['10:45']],
      [1, ['10:50']],
      [2, ['10:55']],
    ]);
  });

  it('name two messages and on the last line the rest, which opens all of them', () => {
    const due = at('10:00', '10:05', '10:29', '10:31', '10:59');
    expect(lines(due)).toEqual([
      [0, ['10:00']],
      [1, ['10:05']],
      [2, ['10:29', '10:31', '10:59']],
    ]);
    const all = cell(TEN, due, 700);
    expect(toSlots([all], 'UTC', 'hour').at(-1)?.rest).toEqual({ count: 698, cell: all });
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

  it('are those of the zone', () => {
    const [slot] = toSlots([cell('2026-11-21T05:00', [message('a', '2026-11-20T23:55:00Z')])], 'Asia/Kolkata', 'hour');
    expect(slot).toMatchObject({ day: '2026-11-21', hour: 5, line: 1 });
  });
});

it('a day of a month has a line for each message, and the rest in the last', () => {
  expect(lines(at('08:00', '12:15', '20:00'), '2026-11-20', 'day')).toEqual([
    [0, ['08:00']],
    [1, ['12:15']],
    [2, ['20:00']],
  ]);
  expect(lines(at('08:00', '12:15', '20:00', '21:00'), '2026-11-20', 'day')).toEqual([
    [0, ['08:00']],
    [1, ['12:15']],
    [2, ['20:00', '21:00']],
  ]);
});

it('nothing that a cell counts is lost on the way to its lines', () => {
  for (let count = 1; count <= 40; count += 1) {
    for (const kind of ['hour', 'day'] as const) {
      const told = Array.from({ length: Math.min(count, kind === 'hour' ? 6 : 12) }, (_, minute) =>
        message(
          `${minute}`,
          `2026-11-20T10:${String(minute * 4).padStart(2, '0')}:00Z`,
          minute % 3 ? 'pending' : 'sent',
        ),
      );
      const key = kind === 'hour' ? TEN : '2026-11-20';
      const slots = toSlots([cell(key, told, count)], 'UTC', kind);
      expect(slots.reduce((sum, { rest }) => sum + (rest?.count ?? 1), 0)).toBe(count);
      expect(new Set(slots.map(({ line }) => line)).size, 'no two on one line').toBe(slots.length);
      expect(slots.flatMap(({ messages }) => messages).length).toBe(told.length);
    }
  }
});
