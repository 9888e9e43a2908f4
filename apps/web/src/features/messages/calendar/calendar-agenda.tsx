import { UnstyledButton } from '@mantine/core';
import type { Message } from '@switchyard/contracts/message';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import '../texts.ts';
import classes from './calendar.module.css';
import { MessageLine } from './calendar-entry.tsx';
import { byDay } from './calendar-slots.ts';

/** Messages as a list of days: the calendar on a phone, and the contents of a full slot. */
export function CalendarAgenda(props: { messages: readonly Message[]; zone: string; onOpen: (id: string) => void }) {
  const { t } = useTranslation('messages');
  if (props.messages.length === 0) return <EmptyState icon={IconCalendar} title={t('calendar.agendaEmpty')} />;
  return byDay(props.messages, props.zone).map(([day, messages]) => (
    <section key={day} className={classes.agendaDay}>
      <h2>{dayName(day)}</h2>
      {messages.map((message) => (
        <UnstyledButton key={message._id} className={classes.agendaRow} onClick={() => props.onOpen(message._id)}>
          <MessageLine message={message} zone={props.zone} withText />
        </UnstyledButton>
      ))}
    </section>
  ));
}

/** `Friday, 20 November 2026`, in the language's way. */
export function dayName(day: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'full', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
