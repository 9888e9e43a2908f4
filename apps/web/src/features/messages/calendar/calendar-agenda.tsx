import { UnstyledButton } from '@mantine/core';
import type { Message } from '@switchyard/contracts/message';
import { IconCalendar } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import '../texts.ts';
import classes from './calendar.module.css';
import { MessageLine } from './calendar-entry.tsx';
import { byDay } from './calendar-slots.ts';
import { dayName } from './calendar-words.ts';

/** Messages as a list of days: the calendar on a phone, which opens at `today`, and the contents of a full slot. */
export function CalendarAgenda(props: {
  messages: readonly Message[];
  zone: string;
  /** `YYYY-MM-DD` of the zone. */
  today?: string;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation('messages');
  const { messages, zone, today } = props;
  const days = byDay(messages, zone);
  const opensAt = today && days.slice(1).find(([day]) => day >= today)?.[0];
  const now = useRef<HTMLElement>(null);
  // Once: it must not run away under a reader.
  useLayoutEffect(() => void now.current?.scrollIntoView({ block: 'nearest' }), []);
  if (messages.length === 0) return <EmptyState icon={IconCalendar} title={t('calendar.agendaEmpty')} />;
  return days.map(([day, inDay]) => (
    <section key={day} className={classes.agendaDay} ref={day === opensAt ? now : undefined}>
      <h2>
        {day === today && `${t('calendar.today')} · `}
        {dayName(day)}
      </h2>
      {inDay.map((message) => (
        <UnstyledButton
          key={message._id}
          className={`${classes.agendaRow} ${classes.slot}`}
          data-slot={message.status}
          onClick={() => props.onOpen(message._id)}
        >
          <MessageLine message={message} zone={zone} withText />
        </UnstyledButton>
      ))}
    </section>
  ));
}
