import { Skeleton, UnstyledButton } from '@mantine/core';
import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import { IconCalendar } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import '../texts.ts';
import classes from './calendar.module.css';
import type { CalendarActions } from './calendar-actions.ts';
import { MessageLine, OverflowEntry } from './calendar-entry.tsx';
import { dayName } from './calendar-format.ts';
import { placeProps, useArrowKeys } from './use-arrow-keys.ts';

export type AgendaActions = Pick<CalendarActions, 'isSelected' | 'onExtend' | 'onEntry' | 'onCell'>;

/** Days as a list: the agenda, and every view on a phone. Scrolls to `today` when it opens. */
export function CalendarAgenda(props: {
  cells: readonly CalendarCell[];
  zone: string;
  /** `YYYY-MM-DD` in the calendar's zone. */
  today?: string;
  actions: AgendaActions;
}) {
  const { t } = useTranslation('messages');
  const { cells, zone, today, actions } = props;
  const keys = useArrowKeys('[data-entry]', actions.onExtend);
  const opensAt = today === undefined ? -1 : cells.findIndex(({ at }) => at >= today);
  const now = useRef<HTMLElement>(null);
  // Only on mount: later scrolling would pull the list away from the reader.
  useLayoutEffect(() => void now.current?.scrollIntoView({ block: 'nearest' }), []);
  if (cells.length === 0) return <EmptyState icon={IconCalendar} title={t('calendar.agendaEmpty')} />;
  let row = 0;
  const next = (id?: string) => {
    row += 1;
    return placeProps({ column: 0, row, isEntry: true }, id);
  };
  return (
    <div {...keys}>
      {cells.map((cell, index) => {
        const rest = cell.count - cell.messages.length;
        return (
          <section key={cell.at} className={classes.agendaDay} ref={index > 0 && index === opensAt ? now : undefined}>
            <h2>
              {cell.at === today && `${t('calendar.today')} · `}
              {dayName(cell.at.slice(0, 10))}
            </h2>
            {cell.messages.map((message) => (
              <UnstyledButton
                key={message._id}
                {...next(message._id)}
                className={`${classes.agendaRow} ${classes.slot}`}
                data-slot={message.status}
                aria-pressed={actions.isSelected(message)}
                onClick={(event) => actions.onEntry(message, event)}
              >
                <MessageLine message={message} zone={zone} isSelected={actions.isSelected(message)} withText />
              </UnstyledButton>
            ))}
            {rest > 0 && (
              <UnstyledButton
                {...next()}
                className={`${classes.agendaRow} ${classes.slot}`}
                data-slot="rest"
                onClick={() => actions.onCell(cell)}
              >
                <OverflowEntry messages={[]} count={rest} />
              </UnstyledButton>
            )}
          </section>
        );
      })}
    </div>
  );
}

/** Placeholder rows for each of three days. */
const PLACEHOLDER_DAYS = [
  { day: 'first', rows: ['a', 'b'] },
  { day: 'second', rows: ['a'] },
  { day: 'third', rows: ['a', 'b', 'c'] },
] as const;

/** Placeholder while the first days load. */
export function AgendaSkeleton() {
  const { t } = useTranslation('messages');
  return (
    <div role="status" aria-label={t('loading')}>
      {PLACEHOLDER_DAYS.map(({ day, rows }) => (
        <div key={day} className={classes.agendaDay}>
          <Skeleton height={22} width={200} mb={2} />
          {rows.map((row) => (
            <Skeleton key={row} className={classes.agendaRow} height={40} />
          ))}
        </div>
      ))}
    </div>
  );
}
