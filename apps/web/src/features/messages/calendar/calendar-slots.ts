import type { CalendarCell, CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { wallClockAt } from '../zones/wall-clock.ts';

/** An entry of the calendar: one message, or those that found no line of their own. */
export interface CalendarSlot {
  id: string;
  /** `YYYY-MM-DD` of the calendar's zone. */
  day: string;
  /** Null where the cells are days. */
  hour: number | null;
  /** From 0, within the cell. */
  line: number;
  /** The one message; of a rest those that are known by name. */
  messages: Message[];
  rest?: CalendarRest;
}

/** What found no line in a cell. */
interface CalendarRest {
  count: number;
  /** Where it is, and what it opens: all that is due in there. */
  cell: CalendarCell;
}

/** Lines of an hour in a day or week, and of a day in a month: as many as are legible. */
export const LINES = 3;
const BAND_MINUTES = 60 / LINES;

/**
 * Lays messages out in their cells, each on a line of its own; the exact time stands in the entry. What has more
 * messages than lines shows those that can still be acted on first, and on its last line the names of the rest.
 */
export function toSlots(cells: readonly CalendarCell[], zone: string, kind: CalendarCellKind): CalendarSlot[] {
  return cells.flatMap((cell) => {
    const shown = cell.count > LINES ? loudest(cell.messages, LINES - 1) : cell.messages;
    const isAll = shown.length === cell.count;
    const lines = kind === 'hour' ? linesOf(shown, zone, isAll ? LINES : LINES - 1) : [...shown.keys()];
    const place = { day: cell.at.slice(0, 10), hour: kind === 'hour' ? Number(cell.at.slice(11, 13)) : null };
    const slots: CalendarSlot[] = shown.map((message, at) => ({
      ...place,
      id: message._id,
      line: lines[at] ?? at,
      messages: [message],
    }));
    if (isAll) return slots;
    const messages = cell.messages.filter((message) => !shown.includes(message));
    const rest = { count: cell.count - shown.length, cell };
    return [...slots, { ...place, id: `rest ${cell.at}`, line: LINES - 1, messages, rest }];
  });
}

/** The ids of the messages that stand in a view by name, in order of time. */
export function idsInSight(cells: readonly CalendarCell[], zone: string, kind: CalendarCellKind, isList: boolean) {
  const shown = isList ? cells : toSlots(cells, zone, kind).filter(({ rest }) => !rest);
  return shown.flatMap(({ messages }) => messages.map(({ _id }) => _id));
}

const ACT_NOW: readonly string[] = ['failed', 'unknown'];
const WAITS: readonly string[] = ['pending', 'sending'];
const urgency = ({ status }: Message) => (ACT_NOW.includes(status) ? 0 : WAITS.includes(status) ? 1 : 2);

/** Those that a person can still act on, in order of time. */
function loudest(inCell: readonly Message[], count: number): Message[] {
  const chosen = new Set(inCell.toSorted((one, other) => urgency(one) - urgency(other)).slice(0, count));
  return inCell.filter((one) => chosen.has(one));
}

/** The line of each message of an hour, of so many: that of its minute, or the next that is free. */
function linesOf(shown: readonly Message[], zone: string, count: number): number[] {
  const lines: number[] = [];
  for (const [at, { dueDate }] of shown.entries()) {
    const own = Math.floor(Number(wallClockAt(Date.parse(dueDate), zone).slice(14, 16)) / BAND_MINUTES);
    const latest = count - shown.length + at;
    lines.push(Math.min(Math.max(own, (lines[at - 1] ?? -1) + 1), latest));
  }
  return lines;
}
