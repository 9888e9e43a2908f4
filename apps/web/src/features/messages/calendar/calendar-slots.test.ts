import type { CalendarCell, CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { describe, expect, it } from 'vitest';
import { toSlots } from './calendar-slots.ts';

const message = (id: string, dueDate: string, status = 'pending') => ({ _id: id, dueDate, status }) as Message;
const at = (...times: string[]) => times.map((time) => message(time, `2026-11-20T${time}:00Z`));
/** A cell as the server returns it, in chronological order. */
const cell = (key: string, messages: Message[], count = messages.length): CalendarCell => ({
  at: key,
  dueFrom: '',
  dueTo: '',
  count,
  messages: messages.toSorted((a, b) => Date.parse(a.dueDate) - Date.parse(b.dueDate)),
});
const TEN = '2026-11-20T10:00';
const lines = (messages: Message[], key = TEN, kind: CalendarCellKind = 'hour') =>
  toSlots([cell(key, messages)], kind).map(({ line, messages: named }) => [line, named.map(({ _id }) => _id)]);

describe('the places of an hour', () => {
  it('hold at most two messages side by side, in chronological order', () => {
    const [only] = toSlots([cell(TEN, at('10:45'))], 'hour');
    expect(only).toMatchObject({ day: '2026-11-20', hour: 10, line: 0, lineCount: 1 });
    expect(toSlots([cell(TEN, at('10:45', '10:05'))], 'hour')).toMatchObject([
      { id: '10:05', line: 0, lineCount: 2 },
      { id: '10:45', line: 1, lineCount: 2 },
    ]);
  });

  it('hold one message and an overflow entry that opens all of them', () => {
    const due = at('10:00', '10:05', '10:29', '10:31', '10:59');
    expect(lines(due)).toEqual([
      [0, ['10:00']],
      [1, ['10:05', '10:29', '10:31', '10:59']],
    ]);
    const all = cell(TEN, due, 700);
    expect(toSlots([all], 'hour').at(-1)?.overflow).toEqual({ count: 699, cell: all });
  });

  it('show actionable messages before finished ones', () => {
    const over = ['10:00', '10:01', '10:02'].map((time) => message(time, `2026-11-20T${time}:00Z`, 'sent'));
    const failed = message('failed', '2026-11-20T10:50:00Z', 'failed');
    const waits = message('waits', '2026-11-20T10:40:00Z');
    expect(lines([...over, failed, waits]).map(([, named]) => named)).toEqual([
      ['failed'],
      ['10:00', '10:01', '10:02', 'waits'],
    ]);
  });
});

it('gives each message of a month day a line, with the overflow in the last', () => {
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

it('lays out every message a cell counts', () => {
  for (let count = 1; count <= 40; count += 1) {
    for (const kind of ['hour', 'day'] as const) {
      const known = Array.from({ length: Math.min(count, kind === 'hour' ? 6 : 12) }, (_, minute) =>
        message(
          `${minute}`,
          `2026-11-20T10:${String(minute * 4).padStart(2, '0')}:00Z`,
          minute % 3 ? 'pending' : 'sent',
        ),
      );
      const key = kind === 'hour' ? TEN : '2026-11-20';
      const slots = toSlots([cell(key, known, count)], kind);
      expect(slots.reduce((sum, { overflow }) => sum + (overflow?.count ?? 1), 0)).toBe(count);
      expect(new Set(slots.map(({ line }) => line)).size, 'no two on one line').toBe(slots.length);
      expect(slots.flatMap(({ messages }) => messages).length).toBe(known.length);
    }
  }
});
