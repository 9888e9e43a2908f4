import type { CalendarCell, CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';

/** An entry of the calendar: one message, or those that found no line of their own. */
export interface CalendarSlot {
  id: string;
  /** `YYYY-MM-DD` of the calendar's zone. */
  day: string;
  /** Null where the cells are days. */
  hour: number | null;
  /** From 0, within the cell, and how many it has. */
  line: number;
  of: number;
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

/** Places of a cell: an hour has them side by side, a day of a month one below the other. As many as are legible. */
const PLACES: Record<CalendarCellKind, number> = { hour: 2, day: 3 };
export const MOST_PLACES = Math.max(...Object.values(PLACES));

/**
 * Lays messages out in their cells, each in a place of its own; the exact time stands in the entry. What has more
 * messages than places shows those that can still be acted on first, and in its last place the names of the rest.
 */
export function toSlots(cells: readonly CalendarCell[], kind: CalendarCellKind): CalendarSlot[] {
  return cells.flatMap((cell) => {
    const places = PLACES[kind];
    const shown = cell.count > places ? loudest(cell.messages, places - 1) : cell.messages;
    const isAll = shown.length === cell.count;
    const shared = {
      day: cell.at.slice(0, 10),
      hour: kind === 'hour' ? Number(cell.at.slice(11, 13)) : null,
      of: isAll ? shown.length : shown.length + 1,
    };
    const slots: CalendarSlot[] = shown.map((message, line) => ({
      ...shared,
      id: message._id,
      line,
      messages: [message],
    }));
    if (isAll) return slots;
    const messages = cell.messages.filter((message) => !shown.includes(message));
    const rest = { count: cell.count - shown.length, cell };
    return [...slots, { ...shared, id: `rest ${cell.at}`, line: shown.length, messages, rest }];
  });
}

/** The ids of the messages that stand in a view by name, in order of time. */
export function idsInSight(cells: readonly CalendarCell[], kind: CalendarCellKind, isList: boolean) {
  const shown = isList ? cells : toSlots(cells, kind).filter(({ rest }) => !rest);
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
