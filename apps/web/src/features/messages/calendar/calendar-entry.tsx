import { Text, UnstyledButton } from '@mantine/core';
import type { Message } from '@switchyard/contracts/messages/message';
import { IconSquareCheckFilled, IconStack2 } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { stateIn } from '../../../components/status/states.ts';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { isLate, shownState } from '../components/message-status.tsx';
import { messageStates } from '../feature.ts';
import { KindIcon } from '../files/kind-icon.tsx';
import { shownText } from '../files/kinds.ts';
import { RecursMark } from '../recurrence/recurs-mark.tsx';
import '../texts.ts';
import classes from './calendar.module.css';
import type { CalendarActions } from './calendar-actions.ts';
import type { FocusPlace } from './calendar-focus.ts';
import type { CalendarSlot } from './calendar-slots.ts';
import { placeProps } from './use-arrow-keys.ts';

/** Maximum names listed in an overflow entry; more would not fit. */
const MAX_NAMES = 3;

/** Renders a calendar slot: a message, or an overflow entry with the names of messages that have no line. */
export function CalendarEntry(props: {
  slot: CalendarSlot;
  zone: string;
  place: FocusPlace;
  actions: Pick<CalendarActions, 'isSelected' | 'onEntry' | 'onCell'>;
  /** Called with the message when a drag starts, and with null when it ends. */
  onDrag: (message: Message | null) => void;
  style?: CSSProperties | undefined;
}) {
  const { slot, zone, actions } = props;
  const [message] = slot.messages;
  const shared = {
    className: `${classes.slot} ${classes.gridEntry}`,
    style: props.style,
    'data-half': (slot.hour !== null && slot.lineCount > 1) || undefined,
  };
  if (slot.overflow) {
    const { count, cell } = slot.overflow;
    return (
      <UnstyledButton {...shared} {...placeProps(props.place)} data-slot="rest" onClick={() => actions.onCell(cell)}>
        <OverflowEntry messages={slot.messages} count={count} />
      </UnstyledButton>
    );
  }
  if (!message) return null;
  const canMove = message.abilities.edit;
  return (
    <UnstyledButton
      {...shared}
      {...placeProps(props.place, message._id)}
      data-slot={message.status}
      aria-pressed={actions.isSelected(message)}
      title={`${formatTimeOfDay(new Date(message.dueDate), zone)} ${recipientName(message)}`}
      onClick={(event) => actions.onEntry(message, event)}
      draggable={canMove}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', recipientName(message));
        props.onDrag(message);
      }}
      onDragEnd={() => props.onDrag(null)}
    >
      <MessageLine message={message} zone={zone} isSelected={actions.isSelected(message)} />
    </UnstyledButton>
  );
}

/** Overflow entry: how many messages have no line, with the names that are known. */
export function OverflowEntry({ messages, count }: { messages: readonly Message[]; count: number }) {
  const { t } = useTranslation('messages');
  const names = [...new Set(messages.map(recipientName))].slice(0, MAX_NAMES);
  return (
    <span className={classes.entry}>
      <IconStack2 size={14} aria-hidden className={classes.entryIcon} />
      <span className={classes.entryName}>
        <b>{t(names.length > 0 ? 'calendar.more' : 'calendar.moreUnnamed', { formatted: formatNumber(count) })}</b>{' '}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <bdi>{name}</bdi>
          </span>
        ))}
        {names.length > 0 && count > names.length && '…'}
      </span>
    </span>
  );
}

/** Display name of the recipient, or their number. */
const recipientName = ({ contactName, contactList }: Message): string => contactName || (contactList[0]?.mobile ?? '');

/** A message on one line: state, time, recipient. The state is shown by icon, colour and weight, and as a word. */
export function MessageLine(props: {
  message: Message;
  zone: string;
  isSelected?: boolean | undefined;
  withText?: boolean;
}) {
  const { message, zone, isSelected = false, withText = false } = props;
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  const state = shownState(message);
  const { icon: Icon, tone } = stateIn(messageStates, state);
  const label = isLate(message) ? `${word(state)} · ${t('late')}` : word(state);
  return (
    <span className={classes.entry} data-tone={isLate(message) ? 'warning' : tone} data-status={message.status}>
      {isSelected && <IconSquareCheckFilled size={14} aria-hidden className={classes.selectedIcon} />}
      <Icon size={14} aria-hidden className={classes.entryIcon} />
      <span className={classes.entryTime}>{formatTimeOfDay(new Date(message.dueDate), zone)}</span>
      <RecursMark message={message} size={14} />
      <KindIcon message={message} size={14} />
      <bdi className={classes.entryName}>{recipientName(message)}</bdi>
      {withText ? (
        <>
          <Text span size="xs" truncate dir="auto" className={classes.entryText}>
            {shownText(message)}
          </Text>
          <span className={classes.entryWord}>{label}</span>
        </>
      ) : (
        <span className={classes.hidden}>{label}</span>
      )}
    </span>
  );
}
