import { UnstyledButton } from '@mantine/core';
import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, type DragEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../components/relative-time.tsx';
import { browserZone } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { wallClockAt } from '../zones/wall-clock.ts';
import '../texts.ts';
import classes from './calendar.module.css';
import type { CalendarActions } from './calendar-actions.ts';
import { type DropPlace, droppedTime, formatMinutes, placeAt } from './calendar-drop.ts';
import { CalendarEntry } from './calendar-entry.tsx';
import { dayName, shortDayName, timeName, weekdayName } from './calendar-format.ts';
import { type CalendarSlot, MAX_PLACES, toSlots } from './calendar-slots.ts';
import { placeProps, useArrowKeys } from './use-arrow-keys.ts';

/** Room for two lines of text and a comfortable click target. */
const HOUR_HEIGHT_PX = 44;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Hours shown above the current one, so that recently sent messages are visible. */
const HOURS_BEFORE = 1;
/** Height of the row of day headings. */
const HEADINGS_HEIGHT_PX = 38;
const rowOf = (hour: number, line = -1) => hour * (MAX_PLACES + 1) + line + 1;

/**
 * Days side by side, hour by hour. Uses wall-clock times of the calendar's zone only: the browser's zone may change its
 * clocks on a different day.
 */
export function CalendarHours(props: {
  days: readonly string[];
  zone: string;
  cells: readonly CalendarCell[];
  actions: CalendarActions;
}) {
  const { t } = useTranslation('messages');
  const { days, zone, cells, actions } = props;
  const now = wallClockAt(useNow().getTime(), zone);
  const keys = useArrowKeys(`[data-hour="${Number(now.slice(11, 13))}"]`, actions.onExtend);
  const [dragged, setDragged] = useState<Message | null>(null);
  const [over, setOver] = useState<DropPlace | null>(null);
  const slots = Map.groupBy(toSlots(cells, 'hour'), ({ day }) => day);
  const counts = new Map(cells.map(({ at, count }) => [at, count]));

  const { edges, scrollTo, onScroll } = useHiddenHours(keys.ref, cells, days, Number(now.slice(11, 13)));

  const placeUnder = (day: string, { clientY, currentTarget }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return placeAt(day, (clientY - top) / height);
  };
  const drop = (place: DropPlace) => {
    const to = dragged && droppedTime(dragged.dueDate, zone, place);
    if (to) actions.onMove(dragged, to);
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
      onScroll={onScroll}
      className={classes.hours}
      style={{ '--days': days.length, '--hour-height': `${HOUR_HEIGHT_PX}px` } as CSSProperties}
    >
      <div className={classes.heads}>
        <span className={classes.corner} title={zone}>
          {zone !== browserZone() && zone.split('/').at(-1)?.replaceAll('_', ' ')}
        </span>
        {days.map((day) => (
          <UnstyledButton
            key={day}
            className={classes.head}
            aria-description={dayName(day)}
            data-now={day === now.slice(0, 10) || undefined}
            onClick={() => actions.onDay(day)}
          >
            {weekdayName(day)} <b>{Number(day.slice(8))}</b>
          </UnstyledButton>
        ))}
      </div>
      <HiddenPill edge={edges.earlier} side="earlier" onShow={scrollTo} />
      <div className={classes.columns}>
        <div>
          {HOURS.map((hour) => (
            <div key={hour} className={classes.hourName}>
              {timeName(formatMinutes(hour * 60))}
            </div>
          ))}
        </div>
        {days.map((day, column) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, messages are moved in their panel
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
              drop(placeUnder(day, event));
            }}
          >
            {HOURS.map((hour) => {
              const time = formatMinutes(hour * 60);
              const name = { day: shortDayName(day), time: timeName(time), count: counts.get(`${day}T${time}`) ?? 0 };
              return (
                <UnstyledButton
                  key={hour}
                  {...placeProps({ column, row: rowOf(hour), isEntry: false })}
                  className={classes.hour}
                  data-hour={day === now.slice(0, 10) || !days.includes(now.slice(0, 10)) ? hour : undefined}
                  aria-label={t('calendar.slotName', name)}
                  onClick={() => actions.onNew(`${day}T${time}`)}
                />
              );
            })}
            {slots.get(day)?.map((slot) => (
              <CalendarEntry
                key={slot.id}
                slot={slot}
                zone={zone}
                actions={actions}
                place={{ column, row: rowOf(slot.hour ?? 0, slot.line), isEntry: true }}
                onDrag={drag}
                style={placeOf(slot)}
              />
            ))}
            {over?.day === day && over.minutes !== null && (
              <div className={classes.dropAt} style={{ insetBlockStart: (over.minutes / 60) * HOUR_HEIGHT_PX }} />
            )}
            {day === now.slice(0, 10) && <NowLine now={now} />}
          </div>
        ))}
      </div>
      <HiddenPill edge={edges.later} side="later" onShow={scrollTo} />
    </div>
  );
}

/** Grid position of a slot within its hour. */
const placeOf = ({ hour, line, lineCount }: CalendarSlot): CSSProperties => ({
  insetBlockStart: (hour ?? 0) * HOUR_HEIGHT_PX,
  insetInlineStart: `calc(${(100 * line) / lineCount}% + 2px)`,
  inlineSize: `calc(${100 / lineCount}% - 4px)`,
});

/** Messages scrolled out of view on one side: how many, and the hour of the nearest one. */
interface Edge {
  count: number;
  hour: number;
}
const NO_MESSAGES: Edge = { count: 0, hour: 0 };

/**
 * Tracks what is due above and below the visible hours. Scrolls once on mount, to the current hour or, if nothing is
 * due there, to the nearest message; scrolling again would pull the view away from the reader.
 */
function useHiddenHours(
  frame: RefObject<HTMLDivElement | null>,
  cells: readonly CalendarCell[],
  days: readonly string[],
  nowHour: number,
) {
  const [edges, setEdges] = useState({ earlier: NO_MESSAGES, later: NO_MESSAGES });
  const isOpened = useRef(false);
  const due = cells
    .filter(({ at }) => days.includes(at.slice(0, 10)))
    .map(({ at, count }) => ({ hour: Number(at.slice(11, 13)), count }));
  const updateEdges = () => {
    if (!frame.current) return;
    const { scrollTop, clientHeight } = frame.current;
    const [first, last] = [
      scrollTop / HOUR_HEIGHT_PX,
      (scrollTop + clientHeight - HEADINGS_HEIGHT_PX) / HOUR_HEIGHT_PX,
    ];
    const sum = (found: typeof due, nearest: (...hours: number[]) => number): Edge => ({
      count: found.reduce((total, { count }) => total + count, 0),
      hour: found.length > 0 ? nearest(...found.map(({ hour }) => hour)) : 0,
    });
    // An hour counts as visible when half of it is.
    const next = {
      earlier: sum(
        due.filter(({ hour }) => hour + 1 / 2 < first),
        Math.max,
      ),
      later: sum(
        due.filter(({ hour }) => hour + 1 / 2 > last),
        Math.min,
      ),
    };
    setEdges((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  };
  const scrollTo = (hour: number) => {
    if (frame.current) frame.current.scrollTop = Math.max(0, hour - HOURS_BEFORE) * HOUR_HEIGHT_PX;
  };
  useLayoutEffect(() => {
    if (!frame.current) return;
    if (!isOpened.current) {
      const visibleHours = Math.floor((frame.current.clientHeight - HEADINGS_HEIGHT_PX) / HOUR_HEIGHT_PX);
      const from = Math.max(0, nowHour - HOURS_BEFORE);
      const hours = due.map(({ hour }) => hour);
      const isVisible = hours.some((hour) => hour >= from && hour < from + visibleHours);
      const nearest = Math.min(...hours.filter((hour) => hour >= from));
      scrollTo(isVisible || hours.length === 0 ? nowHour : Number.isFinite(nearest) ? nearest : Math.max(...hours));
      isOpened.current = cells.length > 0;
    }
    updateEdges();
  });
  return { edges, scrollTo, onScroll: updateEdges };
}

/** Shows how many messages are out of view on one side; a click scrolls to the nearest. */
function HiddenPill(props: { edge: Edge; side: 'earlier' | 'later'; onShow: (hour: number) => void }) {
  const { t } = useTranslation('messages');
  const { edge, side } = props;
  return (
    <div className={classes.pill} data-side={side}>
      {edge.count > 0 && (
        <UnstyledButton onClick={() => props.onShow(edge.hour)}>
          {side === 'earlier' ? <IconArrowUp size={14} aria-hidden /> : <IconArrowDown size={14} aria-hidden />}
          {t(`calendar.${side}`, { count: edge.count, formatted: formatNumber(edge.count) })}
        </UnstyledButton>
      )}
    </div>
  );
}

function NowLine({ now }: { now: string }) {
  const hours = Number(now.slice(11, 13)) + Number(now.slice(14, 16)) / 60;
  return <div className={classes.nowLine} data-now-line style={{ insetBlockStart: hours * HOUR_HEIGHT_PX }} />;
}
