import type { CalendarCell, CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';

/** An entry of the calendar: one message, or an overflow entry for the messages without a line. */
export interface CalendarSlot {
  id: string;
  /** `YYYY-MM-DD` in the calendar's zone. */
  day: string;
  /** Null when cells are days. */
  hour: number | null;
  /** Zero-based line within the cell; `of` is the number of lines. */
  line: number;
  lineCount: number;
  /** The message; in an overflow entry, the hidden messages that are known. */
  messages: Message[];
  overflow?: CalendarOverflow;
}

/** Messages of a cell that have no line. */
interface CalendarOverflow {
  count: number;
  /** The cell that a click opens. */
  cell: CalendarCell;
}

/** Places per cell: side by side in an hour, stacked in a month's day. Limited to what stays legible. */
const PLACES: Record<CalendarCellKind, number> = { hour: 2, day: 3 };
export const MAX_PLACES = Math.max(...Object.values(PLACES));

/**
 * Lays messages out in their cells, one per place; the entry shows the exact time. A cell with more messages than
 * places shows actionable ones first and an overflow entry in its last place.
 */
export function toSlots(cells: readonly CalendarCell[], kind: CalendarCellKind): CalendarSlot[] {
  return cells.flatMap((cell) => {
    const places = PLACES[kind];
    const shown = cell.count > places ? mostUrgent(cell.messages, places - 1) : cell.messages;
    const isAll = shown.length === cell.count;
    const shared = {
      day: cell.at.slice(0, 10),
      hour: kind === 'hour' ? Number(cell.at.slice(11, 13)) : null,
      lineCount: isAll ? shown.length : shown.length + 1,
    };
    const slots: CalendarSlot[] = shown.map((message, line) => ({
      ...shared,
      id: message._id,
      line,
      messages: [message],
    }));
    if (isAll) return slots;
    const messages = cell.messages.filter((message) => !shown.includes(message));
    const overflow = { count: cell.count - shown.length, cell };
    return [...slots, { ...shared, id: `rest ${cell.at}`, line: shown.length, messages, overflow }];
  });
}

/** Ids of the messages with an entry of their own, in chronological order. */
export function visibleMessageIds(cells: readonly CalendarCell[], kind: CalendarCellKind, isList: boolean) {
  const shown = isList ? cells : toSlots(cells, kind).filter(({ overflow }) => !overflow);
  return shown.flatMap(({ messages }) => messages.map(({ _id }) => _id));
}

const NEEDS_ACTION: readonly string[] = ['failed', 'unknown'];
const PENDING: readonly string[] = ['pending', 'sending'];
const urgency = ({ status }: Message) => (NEEDS_ACTION.includes(status) ? 0 : PENDING.includes(status) ? 1 : 2);

/** The `count` most actionable messages, in chronological order. */
function mostUrgent(messages: readonly Message[], count: number): Message[] {
  const shown = new Set(messages.toSorted((a, b) => urgency(a) - urgency(b)).slice(0, count));
  return messages.filter((message) => shown.has(message));
}
