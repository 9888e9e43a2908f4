import type { Message } from '@switchyard/contracts/message';
import { wallClockAt } from '../zones/wall-clock.ts';

/** A place in the calendar: one message, or those that would cover each other. */
export interface CalendarSlot {
  id: string;
  /** Wall-clock `YYYY-MM-DD HH:mm:ss` of the calendar's zone. */
  start: string;
  end: string;
  messages: Message[];
}

/** So many messages of one slot stand side by side; more become one entry that opens a list. */
const SIDE_BY_SIDE = 2;

/**
 * Lays messages out for a view. An entry fills the slot that its message is due in, so that all are as high as a line of text needs; the exact time
 * is in the entry. In a day or week, messages of the same slot of `slotMinutes` stand beside each other up to two, and
 * beyond that collapse into one entry; in a month every message is an entry, as the month view counts them itself.
 */
export function toSlots(
  messages: readonly Message[],
  zone: string,
  slotMinutes: number,
  collapses: boolean,
): CalendarSlot[] {
  const bySlot = new Map<string, Message[]>();
  for (const message of messages) {
    const start = slotStart(wallClockAt(Date.parse(message.dueDate), zone), slotMinutes);
    bySlot.set(start, [...(bySlot.get(start) ?? []), message]);
  }
  return [...bySlot].flatMap(([start, inSlot]) => {
    const end = endOf(start, slotMinutes);
    const isCollapsed = collapses && inSlot.length > SIDE_BY_SIDE;
    if (isCollapsed) return [{ id: `slot ${start}`, start, end, messages: inSlot }];
    return inSlot.map((message) => ({ id: message._id, start, end, messages: [message] }));
  });
}

/** Messages by the day they are due in the zone, days and messages in order of time. */
export function byDay(messages: readonly Message[], zone: string): [day: string, messages: Message[]][] {
  const days = new Map<string, Message[]>();
  for (const message of [...messages].sort((a, b) => Date.parse(a.dueDate) - Date.parse(b.dueDate))) {
    const day = wallClockAt(Date.parse(message.dueDate), zone).slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), message]);
  }
  return [...days];
}

function slotStart(wallClock: string, slotMinutes: number): string {
  const minute = Math.floor(Number(wallClock.slice(14, 16)) / slotMinutes) * slotMinutes;
  return `${wallClock.slice(0, 10)} ${wallClock.slice(11, 13)}:${String(minute).padStart(2, '0')}:00`;
}

/** Not beyond midnight: an entry never reaches into the next day. */
function endOf(start: string, slotMinutes: number): string {
  const end = new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + slotMinutes * 60_000).toISOString();
  return end.slice(0, 10) === start.slice(0, 10)
    ? end.slice(0, 19).replace('T', ' ')
    : `${start.slice(0, 10)} 23:59:59`;
}
