import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import type { MouseEvent } from 'react';

/** What can be done in any view of the calendar. */
export interface CalendarActions {
  /** Undefined: nothing can be said of it, as nobody chooses. */
  isChosen: (message: Message) => boolean | undefined;
  /** The keyboard went from a message to another, with Shift. */
  onReach: (from: string, to: string) => void;
  /** A message was clicked, or chosen with Enter. */
  onEntry: (message: Message, event: MouseEvent) => void;
  /** The rest of a cell was. */
  onCell: (cell: CalendarCell) => void;
  /** A place without a message was: wall-clock `YYYY-MM-DDTHH:mm`. */
  onNew: (at: string) => void;
  /** A message was dragged to a wall-clock time. */
  onMove: (message: Message, to: string) => void;
  onDay: (day: string) => void;
}
