import type { Message } from '@switchyard/contracts/message';
import { describe, expect, it } from 'vitest';
import { byDay, toSlots } from './calendar-slots.ts';

const message = (id: string, dueDate: string) => ({ _id: id, dueDate }) as Message;

describe('the slots of a day', () => {
  it('hold two messages side by side, and more as one entry', () => {
    const due = ['09:00', '09:10', '10:00', '10:05', '10:29', '10:31'].map((time, at) =>
      message(String(at), `2026-11-20T${time}:00Z`),
    );
    const slots = toSlots(due, 'UTC', 30, true);
    expect(slots.map(({ id, start, end, messages }) => [id, start.slice(11), end.slice(11), messages.length])).toEqual([
      ['0', '09:00:00', '09:30:00', 1],
      ['1', '09:00:00', '09:30:00', 1],
      ['slot 2026-11-20 10:00:00', '10:00:00', '10:30:00', 3],
      ['5', '10:30:00', '11:00:00', 1],
    ]);
    expect(toSlots(due, 'UTC', 30, false)).toHaveLength(6);
  });

  it('are those of the zone and end at midnight', () => {
    const [slot] = toSlots([message('a', '2026-11-20T23:45:00Z')], 'Asia/Kolkata', 30, true);
    expect(slot?.start).toBe('2026-11-21 05:00:00');
    const [late] = toSlots([message('a', '2026-11-20T23:45:00Z')], 'UTC', 30, true);
    expect(late?.end).toBe('2026-11-20 23:59:59');
  });
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
