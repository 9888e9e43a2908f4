import type { Message } from '@switchyard/contracts/message';
import { wallClockAt } from '../zones/wall-clock.ts';

/** An entry of the calendar: one message, or those that found no line of their own. */
export interface CalendarSlot {
  id: string;
  /** Wall-clock `YYYY-MM-DD HH:mm:ss` of the calendar's zone. */
  start: string;
  end: string;
  /** What the entry names: one message, or the rest. */
  messages: Message[];
  /** For a rest: everything that is due in its hour or day, in order; what it opens. */
  all?: Message[];
}

/** Lines of an hour in a day or week, and of a day in a month: as many as are legible. */
export const LINES = 3;
const BAND_MINUTES = 60 / LINES;

/**
 * Lays messages out in cells of an hour (day and week) or a day (month), each on a line of its own; the exact time stands in the entry. What has more
 * messages than lines shows those that can still be acted on first, and on its last line the names of the rest.
 */
export function toSlots(messages: readonly Message[], zone: string, cell: 'hour' | 'day'): CalendarSlot[] {
  const byCell = new Map<string, Timed[]>();
  for (const message of messages) {
    const at = wallClockAt(Date.parse(message.dueDate), zone).replace('T', ' ');
    const key = at.slice(0, cell === 'hour' ? 13 : 10);
    const inCell = byCell.get(key);
    if (inCell) inCell.push({ at, message });
    else byCell.set(key, [{ at, message }]);
  }
  return [...byCell].flatMap(([key, given]) => {
    const inCell = given.toSorted((one, other) => Date.parse(one.message.dueDate) - Date.parse(other.message.dueDate));
    const shown = inCell.length > LINES ? loudest(inCell, LINES - 1) : inCell;
    const bands = bandsOf(shown, shown.length < inCell.length ? LINES - 1 : LINES);
    const slots = shown.map(({ at, message }, line) => ({
      id: message._id,
      ...(cell === 'hour' ? band(key, bands[line] ?? line) : minuteOf(at)),
      messages: [message],
    }));
    if (shown.length === inCell.length) return slots;
    const all = inCell.map(({ message }) => message);
    const named = new Set(shown.map(({ message }) => message));
    const rest = {
      id: `rest ${key}`,
      ...(cell === 'hour' ? band(key, LINES - 1) : { start: `${key} 23:59:00`, end: `${key} 23:59:59` }),
      messages: all.filter((message) => !named.has(message)),
      all,
    };
    return [...slots, rest];
  });
}

/** Messages by the day they are due in the zone, days and messages in order of time. */
export function byDay(messages: readonly Message[], zone: string): [day: string, messages: Message[]][] {
  const days = new Map<string, Message[]>();
  for (const message of messages.toSorted((a, b) => Date.parse(a.dueDate) - Date.parse(b.dueDate))) {
    const day = wallClockAt(Date.parse(message.dueDate), zone).slice(0, 10);
    const inDay = days.get(day);
    if (inDay) inDay.push(message);
    else days.set(day, [message]);
  }
  return [...days];
}

interface Timed {
  at: string;
  message: Message;
}

const ACT_NOW: readonly string[] = ['failed', 'unknown'];
const WAITS: readonly string[] = ['pending', 'sending'];
const urgency = ({ message: { status } }: Timed) => (ACT_NOW.includes(status) ? 0 : WAITS.includes(status) ? 1 : 2);

/** Those that a person can still act on, in order of time. */
function loudest(inCell: readonly Timed[], count: number): Timed[] {
  const chosen = new Set(inCell.toSorted((one, other) => urgency(one) - urgency(other)).slice(0, count));
  return inCell.filter((one) => chosen.has(one));
}

/** The line of each message of an hour, of so many: that of its minute, or the next that is free. */
function bandsOf(shown: readonly Timed[], lines: number): number[] {
  const bands: number[] = [];
  for (const [at, one] of shown.entries()) {
    const own = Math.floor(Number(one.at.slice(14, 16)) / BAND_MINUTES);
    const latest = lines - shown.length + at;
    bands.push(Math.min(Math.max(own, (bands[at - 1] ?? -1) + 1), latest));
  }
  return bands;
}

/** Ends a second before the next line begins, so that an entry never reaches into the next day. */
function band(hour: string, line: number): Pick<CalendarSlot, 'start' | 'end'> {
  const minute = (minutes: number) => String(minutes).padStart(2, '0');
  return {
    start: `${hour}:${minute(line * BAND_MINUTES)}:00`,
    end: `${hour}:${minute((line + 1) * BAND_MINUTES - 1)}:59`,
  };
}

const minuteOf = (at: string) => ({ start: `${at.slice(0, 17)}00`, end: `${at.slice(0, 17)}59` });
