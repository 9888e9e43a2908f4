import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import type { MouseEvent } from 'react';

/** Callbacks shared by all calendar views. */
export interface CalendarActions {
  /** Undefined while nothing is being selected. */
  isSelected: (message: Message) => boolean | undefined;
  /** The keyboard moved from one message to another with Shift held. */
  onExtend: (from: string, to: string) => void;
  /** A message was clicked, or activated with Enter. */
  onEntry: (message: Message, event: MouseEvent) => void;
  /** The overflow entry of a cell was clicked. */
  onCell: (cell: CalendarCell) => void;
  /** An empty place was clicked. `at` is wall-clock time, `YYYY-MM-DDTHH:mm`. */
  onNew: (at: string) => void;
  /** A message was dropped on a wall-clock time. */
  onMove: (message: Message, to: string) => void;
  onDay: (day: string) => void;
}
