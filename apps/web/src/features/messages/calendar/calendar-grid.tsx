import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule';
import '@mantine/schedule/styles.layer.css';
import type { Message } from '@switchyard/contracts/message';
import { useMemo } from 'react';
import { stateIn, type Tone } from '../../../components/status/states.ts';
import { shownState } from '../components/message-status.tsx';
import { messageStates } from '../feature.ts';
import { wallClockAt } from '../zones/wall-clock.ts';
import classes from './calendar.module.css';
import { CalendarEntry } from './calendar-entry.tsx';
import type { CalendarView } from './calendar-search.ts';
import { type CalendarSlot, toSlots } from './calendar-slots.ts';

const SLOT_MINUTES = 30;
const DRAG_MINUTES = 15;
const MONTH_ENTRIES = 3;
/** What the header, the toolbar and the frame leave of the window. */
const GRID_HEIGHT = 'max(320px, calc(100dvh - 19rem))';
const COLORS: Record<Tone, string> = {
  success: 'green',
  info: 'blue',
  warning: 'yellow',
  error: 'red',
  neutral: 'gray',
};

/**
 * Day, week and month by @mantine/schedule. It works in wall-clock texts, so everything is handed to it in the workspace's zone
 * and it never sees the browser's.
 */
export function CalendarGrid(props: {
  view: CalendarView;
  date: string;
  zone: string;
  messages: readonly Message[];
  onOpen: (id: string) => void;
  onOpenSlot: (slot: CalendarSlot) => void;
  /** Wall-clock time that a free slot or day was chosen at. */
  onNew: (at: string) => void;
  /** A message was dragged to a wall-clock time. */
  onMove: (message: Message, to: string) => void;
  onDay: (date: string) => void;
}) {
  const slots = useMemo(
    () => toSlots(props.messages, props.zone, SLOT_MINUTES, props.view !== 'month'),
    [props.messages, props.zone, props.view],
  );
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  const slotOf = (event: ScheduleEventData) => byId.get(String(event.id));
  const shared = {
    date: props.date,
    events: useMemo(() => slots.map(toEvent), [slots]),
    withHeader: false,
    renderEventBody: (event: ScheduleEventData) => {
      const slot = slotOf(event);
      return slot ? <CalendarEntry slot={slot} zone={props.zone} /> : null;
    },
    onEventClick: (event: ScheduleEventData) => {
      const slot = slotOf(event);
      const [first] = slot?.messages ?? [];
      if (slot && slot.messages.length > 1) props.onOpenSlot(slot);
      else if (first) props.onOpen(first._id);
    },
    withEventsDragAndDrop: true,
    canDragEvent: (event: ScheduleEventData) => {
      const messages = slotOf(event)?.messages ?? [];
      return messages.length === 1 && messages[0]?.abilities.edit === true;
    },
    onEventDrop: ({ event, newStart }: { event: ScheduleEventData; newStart: string }) => {
      const [message] = slotOf(event)?.messages ?? [];
      if (message) props.onMove(message, newStart.replace(' ', 'T'));
    },
  };
  const timed = {
    startScrollTime: '08:00:00',
    scrollAreaProps: { mah: GRID_HEIGHT },
    intervalMinutes: SLOT_MINUTES,
    eventDragInterval: DRAG_MINUTES,
    onTimeSlotClick: ({ slotStart }: { slotStart: string }) => props.onNew(slotStart.replace(' ', 'T')),
    getCurrentTime: () => wallClockAt(Date.now(), props.zone).replace('T', ' '),
  };
  // No day is coloured as an exception; the status colours are the only ones.
  const days = { weekendDays: [] };
  if (props.view === 'day') return <DayView {...shared} {...timed} withAllDaySlot={false} />;
  if (props.view === 'week')
    return <WeekView {...shared} {...timed} {...days} withAllDaySlots={false} withWeekNumber={false} highlightToday />;
  return (
    <MonthView
      {...shared}
      {...days}
      maxEventsPerDay={MONTH_ENTRIES}
      classNames={{ monthViewDay: classes.monthDay ?? '' }}
      moreEventsProps={{ className: classes.more ?? '' }}
      onDayClick={(day) => props.onDay(day.slice(0, 10))}
    />
  );
}

function toEvent({ id, start, end, messages }: CalendarSlot): ScheduleEventData {
  const [first] = messages;
  const isOne = messages.length === 1 && first !== undefined;
  const title = isOne ? `${first.contactName || first.contactList[0]?.mobile || ''}` : `+${messages.length}`;
  return { id, title, start, end, color: isOne ? COLORS[stateIn(messageStates, shownState(first)).tone] : 'brand' };
}
