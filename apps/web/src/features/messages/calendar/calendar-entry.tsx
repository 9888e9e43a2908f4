import { Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/message';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { stateIn } from '../../../components/status/states.ts';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { shownState } from '../components/message-status.tsx';
import { messageStates } from '../feature.ts';
import { KindIcon } from '../files/kind-icon.tsx';
import { wordsOf } from '../files/kinds.ts';
import { wallClockAt } from '../zones/wall-clock.ts';
import '../texts.ts';
import classes from './calendar.module.css';
import type { CalendarSlot } from './calendar-slots.ts';

/** What stands in the calendar for a slot: icon and colour say the state, the word is read to screen readers. */
export function CalendarEntry({ slot, zone }: { slot: CalendarSlot; zone: string }) {
  const { t } = useTranslation('messages');
  const [first] = slot.messages;
  if (slot.messages.length > 1 || !first) {
    return (
      <span className={classes.entry}>
        <IconStack2 size={14} aria-hidden />
        {t('calendar.more', { count: slot.messages.length })}
      </span>
    );
  }
  return <MessageLine message={first} zone={zone} />;
}

/** A message on one line: state, time, recipient. */
export function MessageLine({
  message,
  zone,
  withText = false,
}: {
  message: Message;
  zone: string;
  withText?: boolean;
}) {
  const word = useStateWord('message');
  const state = shownState(message);
  const { icon: Icon, tone } = stateIn(messageStates, state);
  return (
    <span className={classes.entry} data-tone={tone} data-status={message.status}>
      <Icon size={14} aria-hidden className={classes.entryIcon} />
      <span className={classes.entryTime}>{wallClockAt(Date.parse(message.dueDate), zone).slice(11, 16)}</span>
      <KindIcon message={message} size={14} />
      <bdi className={classes.entryName}>{message.contactName || message.contactList[0]?.mobile}</bdi>
      {withText ? (
        <>
          <Text span size="xs" c="dimmed" truncate dir="auto" className={classes.entryText}>
            {wordsOf(message)}
          </Text>
          <span className={classes.entryWord}>{word(state)}</span>
        </>
      ) : (
        <span className={classes.hidden}>{word(state)}</span>
      )}
    </span>
  );
}
