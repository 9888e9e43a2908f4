import { Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/message';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { stateIn } from '../../../components/status/states.ts';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import { isLate, shownState } from '../components/message-status.tsx';
import { messageStates } from '../feature.ts';
import { KindIcon } from '../files/kind-icon.tsx';
import { wordsOf } from '../files/kinds.ts';
import { RecursMark } from '../recurrence/recurs-mark.tsx';
import '../texts.ts';
import classes from './calendar.module.css';
import type { CalendarSlot } from './calendar-slots.ts';

/** So many names of a rest are written out; there is no room to read more. */
const NAMES = 3;

/** What stands in the calendar for a slot: a message, or the names of those that found no line of their own. */
export function CalendarEntry({ slot, zone }: { slot: CalendarSlot; zone: string }) {
  const [first] = slot.messages;
  if (!slot.all) return first ? <MessageLine message={first} zone={zone} /> : null;
  return <Rest messages={slot.messages} />;
}

function Rest({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation('messages');
  const names = [...new Set(messages.map(nameOf))];
  return (
    <span className={classes.entry}>
      <IconStack2 size={14} aria-hidden className={classes.entryIcon} />
      <span className={classes.entryName}>
        <b>{t('calendar.more', { count: messages.length })}</b>{' '}
        {names.slice(0, NAMES).map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <bdi>{name}</bdi>
          </span>
        ))}
        {names.length > NAMES && '…'}
      </span>
    </span>
  );
}

/** Whom a message goes to, as people call them. */
export const nameOf = ({ contactName, contactList }: Message): string => contactName || (contactList[0]?.mobile ?? '');

/** A message on one line: state, time, recipient. The state is told by icon, colour and weight, and in a word. */
export function MessageLine(props: { message: Message; zone: string; withText?: boolean }) {
  const { message, zone, withText = false } = props;
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  const state = shownState(message);
  const { icon: Icon, tone } = stateIn(messageStates, state);
  const said = isLate(message) ? `${word(state)} · ${t('late')}` : word(state);
  return (
    <span className={classes.entry} data-tone={isLate(message) ? 'warning' : tone} data-status={message.status}>
      <Icon size={14} aria-hidden className={classes.entryIcon} />
      <span className={classes.entryTime}>{formatTimeOfDay(new Date(message.dueDate), zone)}</span>
      <RecursMark message={message} size={14} />
      <KindIcon message={message} size={14} />
      <bdi className={classes.entryName}>{nameOf(message)}</bdi>
      {withText ? (
        <>
          <Text span size="xs" truncate dir="auto" className={classes.entryText}>
            {wordsOf(message)}
          </Text>
          <span className={classes.entryWord}>{said}</span>
        </>
      ) : (
        <span className={classes.hidden}>{said}</span>
      )}
    </span>
  );
}
