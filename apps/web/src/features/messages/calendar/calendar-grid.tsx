import { UnstyledButton } from '@mantine/core';
import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule';
import '@mantine/schedule/styles.layer.css';
import type { Message } from '@switchyard/contracts/message';
import { type ComponentProps, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import { wallClockAt } from '../zones/wall-clock.ts';
import '../texts.ts';
import classes from './calendar.module.css';
import { CalendarEntry, nameOf } from './calendar-entry.tsx';
import type { CalendarView } from './calendar-search.ts';
import { type CalendarSlot, LINES, toSlots } from './calendar-slots.ts';
import { dayName, shortDayName, timeName } from './calendar-words.ts';

type DayOfWeek = NonNullable<ComponentProps<typeof WeekView>['firstDayOfWeek']>;
type RenderEvent = NonNullable<ComponentProps<typeof WeekView>['renderEvent']>;

const SLOT_MINUTES = 30;
const DRAG_MINUTES = 15;
/** Each line of an hour is large enough to hit. */
const HOUR_HEIGHT = LINES * 26;
/** What the header, the toolbar and the frame leave of the window. */
const GRID_HEIGHT = 'max(320px, calc(100dvh - 19rem))';

/**
 * Day, week and month by @mantine/schedule. It works in wall-clock texts, so everything is handed to it in the person's zone
 * and it never sees the browser's.
 */
export function CalendarGrid(props: {
  view: CalendarView;
  date: string;
  zone: string;
  /** 0: Sunday. */
  weekStart: number;
  messages: readonly Message[];
  onOpen: (id: string) => void;
  onOpenSlot: (slot: CalendarSlot) => void;
  /** Wall-clock time that a free slot or day was chosen at. */
  onNew: (at: string) => void;
  /** A message was dragged to a wall-clock time. */
  onMove: (message: Message, to: string) => void;
  onDay: (date: string) => void;
}) {
  const { t } = useTranslation('messages');
  const { view, zone, messages } = props;
  const isMonth = view === 'month';
  const slots = useMemo(() => toSlots(messages, zone, isMonth ? 'day' : 'hour'), [messages, zone, isMonth]);
  const counts = useMemo(() => countByHalfHour(messages, zone), [messages, zone]);
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  const slotOf = (event: ScheduleEventData) => byId.get(String(event.id));
  /** Where the calendar opens; read once, as it must not run away under a reader. */
  const [opensAt] = useState(() => hoursBefore(wallClockAt(Date.now(), zone)));
  const now = () => wallClockAt(Date.now(), zone).replace('T', ' ');
  const renderEvent: RenderEvent = (event, rootProps) => {
    const slot = slotOf(event);
    const status = slot?.all ? 'rest' : slot?.messages[0]?.status;
    return <UnstyledButton {...rootProps} className={`${rootProps.className} ${classes.slot}`} data-slot={status} />;
  };
  const shared = {
    date: props.date,
    events: useMemo(() => slots.map((slot) => toEvent(slot, zone)), [slots, zone]),
    withHeader: false,
    renderEvent,
    renderEventBody: (event: ScheduleEventData) => {
      const slot = slotOf(event);
      return slot ? <CalendarEntry slot={slot} zone={zone} /> : null;
    },
    onEventClick: (event: ScheduleEventData) => {
      const slot = slotOf(event);
      const [first] = slot?.messages ?? [];
      if (slot?.all) props.onOpenSlot(slot);
      else if (first) props.onOpen(first._id);
    },
    withEventsDragAndDrop: true,
    canDragEvent: (event: ScheduleEventData) => {
      const slot = slotOf(event);
      return !slot?.all && slot?.messages[0]?.abilities.edit === true;
    },
    onEventDrop: ({ event, newStart }: { event: ScheduleEventData; newStart: string }) => {
      const [message] = slotOf(event)?.messages ?? [];
      if (!message) return;
      // To another day is to the same time of it, to the second; the month shows no times to drop on.
      const time = wallClockAt(Date.parse(message.dueDate), zone).slice(10);
      props.onMove(message, isMonth ? newStart.slice(0, 10) + time : newStart.replace(' ', 'T'));
    },
  };
  const timed = {
    startScrollTime: opensAt,
    slotHeight: HOUR_HEIGHT,
    scrollAreaProps: { mah: GRID_HEIGHT },
    intervalMinutes: SLOT_MINUTES,
    eventDragInterval: DRAG_MINUTES,
    slotLabelFormat: timeName,
    // The line says it by its place, in every clock.
    withCurrentTimeBubble: false,
    getCurrentTime: now,
    onTimeSlotClick: ({ slotStart }: { slotStart: string }) => props.onNew(slotStart.replace(' ', 'T')),
    getTimeSlotProps: ({ start }: { start: string }) => ({
      'aria-label': t('calendar.slotName', {
        day: shortDayName(start.slice(0, 10)),
        time: timeName(start),
        count: counts.get(start) ?? 0,
      }),
    }),
  };
  // No day is coloured as an exception; the status colours are the only ones.
  const days = { weekendDays: [], firstDayOfWeek: props.weekStart as DayOfWeek };
  if (view === 'day') {
    return (
      <DayView {...shared} {...timed} classNames={{ dayViewSlotLabel: classes.hour ?? '' }} withAllDaySlot={false} />
    );
  }
  if (view === 'week')
    return (
      <WeekdayNames>
        <WeekView
          {...shared}
          {...timed}
          {...days}
          classNames={{ weekViewSlotLabel: classes.hour ?? '' }}
          withAllDaySlots={false}
          withWeekNumber={false}
          highlightToday
          onDateChange={(day) => props.onDay(day.slice(0, 10))}
        />
      </WeekdayNames>
    );
  return (
    <MonthView
      {...shared}
      {...days}
      maxEventsPerDay={LINES}
      // The library's today is the browser's.
      highlightToday={false}
      getDayProps={(day) => ({ 'aria-label': dayName(day), 'data-now': day === now().slice(0, 10) || undefined })}
      classNames={{ monthViewDay: classes.monthDay ?? '', monthViewEvents: classes.monthEvents ?? '' }}
      onDayClick={(day) => props.onDay(day.slice(0, 10))}
    />
  );
}

/** The days of the week's header are named by what they show, and described in words; the library names them `Weekday 2026-11-16` and lets nobody say otherwise. */
function WeekdayNames({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const day of root.current?.querySelectorAll('[aria-label^="Weekday "]') ?? []) {
      day.setAttribute('aria-description', dayName(day.getAttribute('aria-label')?.slice(-10) ?? ''));
      day.removeAttribute('aria-label');
    }
  });
  return <div ref={root}>{children}</div>;
}

function toEvent({ id, start, end, messages, all }: CalendarSlot, zone: string): ScheduleEventData {
  const says = (message: Message) => `${formatTimeOfDay(new Date(message.dueDate), zone)} ${nameOf(message)}`;
  const [first] = messages;
  const title = all || !first ? messages.map(nameOf).join(', ') : says(first);
  return { id, title, start, end, color: 'brand' };
}

/** How many messages are due in each half hour, by its start as the library writes it. */
function countByHalfHour(messages: readonly Message[], zone: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { dueDate } of messages) {
    const at = wallClockAt(Date.parse(dueDate), zone).replace('T', ' ');
    const start = `${at.slice(0, 14)}${Number(at.slice(14, 16)) < SLOT_MINUTES ? '00' : '30'}:00`;
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return counts;
}

/** The days of a week stand over the first hour that it is scrolled to. */
const HOURS_BEFORE = 2;

/** `HH:00:00` some time before, so that what has just gone out is in sight too. */
const hoursBefore = (wallClock: string): string =>
  `${String(Math.max(0, Number(wallClock.slice(11, 13)) - HOURS_BEFORE)).padStart(2, '0')}:00:00`;
