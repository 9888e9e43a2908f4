import { UnstyledButton } from '@mantine/core';
import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { useState } from 'react';
import { useNow } from '../../../components/relative-time.tsx';
import { wallClockAt } from '../zones/wall-clock.ts';
import classes from './calendar.module.css';
import type { CalendarActions } from './calendar-actions.ts';
import { droppedTime } from './calendar-drop.ts';
import { CalendarEntry } from './calendar-entry.tsx';
import { dayName, weekdayName } from './calendar-format.ts';
import { MAX_PLACES, toSlots } from './calendar-slots.ts';
import { placeProps, useArrowKeys } from './use-arrow-keys.ts';

const DAYS_OF_WEEK = 7;

/** A month as six weeks of days. */
export function CalendarMonth(props: {
  days: readonly string[];
  /** `YYYY-MM-DD`, any day of the month shown. */
  date: string;
  zone: string;
  cells: readonly CalendarCell[];
  actions: CalendarActions;
}) {
  const { days, zone, cells, actions } = props;
  const today = wallClockAt(useNow().getTime(), zone).slice(0, 10);
  const keys = useArrowKeys('[data-now]', actions.onExtend);
  const [dragged, setDragged] = useState<Message | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const slots = Map.groupBy(toSlots(cells, 'day'), ({ day }) => day);
  const drag = (message: Message | null) => {
    setDragged(message);
    setOver(null);
  };
  const drop = (day: string) => {
    const to = dragged && droppedTime(dragged.dueDate, zone, { day, minutes: null });
    if (to) actions.onMove(dragged, to);
    drag(null);
  };
  return (
    <div {...keys} className={classes.month}>
      {days.slice(0, DAYS_OF_WEEK).map((day) => (
        <div key={day} className={classes.weekday}>
          {weekdayName(day)}
        </div>
      ))}
      {days.map((day, index) => {
        const column = index % DAYS_OF_WEEK;
        const row = Math.floor(index / DAYS_OF_WEEK) * (MAX_PLACES + 1);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, messages are moved in their panel
          <div
            key={day}
            className={classes.monthDay}
            data-outside={day.slice(0, 7) !== props.date.slice(0, 7) || undefined}
            data-over={day === over || undefined}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              if (over !== day) setOver(day);
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop(day);
            }}
          >
            <UnstyledButton
              {...placeProps({ column, row, isEntry: false })}
              className={classes.monthNumber}
              data-now={day === today || undefined}
              aria-label={dayName(day)}
              onClick={() => actions.onDay(day)}
            >
              {Number(day.slice(8))}
            </UnstyledButton>
            {slots.get(day)?.map((slot) => (
              <CalendarEntry
                key={slot.id}
                slot={slot}
                zone={zone}
                actions={actions}
                place={{ column, row: row + slot.line + 1, isEntry: true }}
                onDrag={drag}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}
