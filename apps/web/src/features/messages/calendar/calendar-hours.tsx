import { UnstyledButton } from '@mantine/core';
import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { type CSSProperties, type DragEvent, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../components/relative-time.tsx';
import { wallClockAt } from '../zones/wall-clock.ts';
import '../texts.ts';
import classes from './calendar.module.css';
import type { CalendarActions } from './calendar-actions.ts';
import { type DropPlace, droppedAt, placeAt, timeOf } from './calendar-drop.ts';
import { CalendarEntry } from './calendar-entry.tsx';
import { type CalendarSlot, LINES, toSlots } from './calendar-slots.ts';
import { dayName, shortDayName, timeName, weekdayName } from './calendar-words.ts';
import { placed, useArrowKeys } from './use-arrow-keys.ts';

/** Each line of an hour is large enough to hit. */
const LINE_PIXELS = 26;
const HOUR_PIXELS = LINES * LINE_PIXELS;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The days stand over the first hour that is in sight; what has just gone out is in sight too. */
const HOURS_BEFORE = 1;
const rowOf = (hour: number, line = -1) => hour * (LINES + 1) + line + 1;

/**
 * Some days side by side, hour by hour. It knows wall-clock times of the calendar's zone and never asks for the
 * browser's, whose clocks may change on another day.
 */
export function CalendarHours(props: {
  days: readonly string[];
  zone: string;
  cells: readonly CalendarCell[];
  acts: CalendarActions;
}) {
  const { t } = useTranslation('messages');
  const { days, zone, cells, acts } = props;
  const now = wallClockAt(useNow().getTime(), zone);
  const keys = useArrowKeys(`[data-hour="${Number(now.slice(11, 13))}"]`, acts.onReach);
  const [dragged, setDragged] = useState<Message | null>(null);
  const [over, setOver] = useState<DropPlace | null>(null);
  const slots = Map.groupBy(toSlots(cells, zone, 'hour'), ({ day }) => day);
  const counts = new Map(cells.map(({ at, count }) => [at, count]));

  // Once, as it must not run away under a reader.
  const [opensAt] = useState(() => Math.max(0, Number(now.slice(11, 13)) - HOURS_BEFORE) * HOUR_PIXELS);
  useLayoutEffect(() => {
    if (keys.ref.current) keys.ref.current.scrollTop = opensAt;
  }, [keys.ref, opensAt]);

  const placeUnder = (day: string, { clientY, currentTarget }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return placeAt(day, (clientY - top) / height);
  };
  const letGo = (place: DropPlace) => {
    const to = dragged && droppedAt(dragged.dueDate, zone, place);
    if (to) acts.onMove(dragged, to);
    setDragged(null);
    setOver(null);
  };
  const drag = (message: Message | null) => {
    setDragged(message);
    setOver(null);
  };

  return (
    <div
      {...keys}
      className={classes.hours}
      style={{ '--days': days.length, '--hour-height': `${HOUR_PIXELS}px` } as CSSProperties}
    >
      <div className={classes.heads}>
        <span />
        {days.map((day) => (
          <UnstyledButton
            key={day}
            className={classes.head}
            aria-description={dayName(day)}
            data-now={day === now.slice(0, 10) || undefined}
            onClick={() => acts.onDay(day)}
          >
            {weekdayName(day)} <b>{Number(day.slice(8))}</b>
          </UnstyledButton>
        ))}
      </div>
      <div className={classes.columns}>
        <div>
          {HOURS.map((hour) => (
            <div key={hour} className={classes.hourName}>
              {timeName(timeOf(hour * 60))}
            </div>
          ))}
        </div>
        {days.map((day, column) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only takes what is dropped; the keyboard moves messages by their panel
          <div
            key={day}
            className={classes.column}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              const place = placeUnder(day, event);
              if (over?.day !== place.day || over.minutes !== place.minutes) setOver(place);
            }}
            onDrop={(event) => {
              event.preventDefault();
              letGo(placeUnder(day, event));
            }}
          >
            {HOURS.map((hour) => {
              const time = timeOf(hour * 60);
              const name = { day: shortDayName(day), time: timeName(time), count: counts.get(`${day}T${time}`) ?? 0 };
              return (
                <UnstyledButton
                  key={hour}
                  {...placed({ column, row: rowOf(hour), isEntry: false })}
                  className={classes.hour}
                  data-hour={day === now.slice(0, 10) || !days.includes(now.slice(0, 10)) ? hour : undefined}
                  aria-label={t('calendar.slotName', name)}
                  onClick={() => acts.onNew(`${day}T${time}`)}
                />
              );
            })}
            {slots.get(day)?.map((slot) => (
              <CalendarEntry
                key={slot.id}
                slot={slot}
                zone={zone}
                acts={acts}
                place={{ column, row: rowOf(slot.hour ?? 0, slot.line), isEntry: true }}
                onDrag={drag}
                style={{ insetBlockStart: topOf(slot) }}
              />
            ))}
            {over?.day === day && over.minutes !== null && (
              <div className={classes.dropAt} style={{ insetBlockStart: (over.minutes / 60) * HOUR_PIXELS }} />
            )}
            {day === now.slice(0, 10) && <NowLine now={now} />}
          </div>
        ))}
      </div>
    </div>
  );
}

const topOf = ({ hour, line }: CalendarSlot) => ((hour ?? 0) * LINES + line) * LINE_PIXELS;

function NowLine({ now }: { now: string }) {
  const hours = Number(now.slice(11, 13)) + Number(now.slice(14, 16)) / 60;
  return <div className={classes.nowLine} data-now-line style={{ insetBlockStart: hours * HOUR_PIXELS }} />;
}
