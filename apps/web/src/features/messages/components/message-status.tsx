import { Group, Text } from '@mantine/core';
import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import type { Message } from '@switchyard/contracts/messages/message';
import { useTranslation } from 'react-i18next';
import { StatusBadge, useStateWord } from '../../../components/status/status-badge.tsx';
import '../texts.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';

/** The state to show for a message: its status or, once sent, its ack level. */
export function shownState({ status, ack }: Pick<Message, 'status' | 'ack'>): string {
  if (status !== 'sent') return status;
  return ack >= 3 ? 'read' : ack === 2 ? 'delivered' : 'sent';
}

/** Whether a message should have been sent by now, so that "why not sent yet?" applies. */
export const isLate = ({ status, dueDate }: Pick<Message, 'status' | 'dueDate'>): boolean =>
  status === 'pending' && new Date(dueDate).getTime() < serverNowMs() - PAST_TOLERANCE_MS;

/** The status as a badge, with the ack of a sent message or a mark that it is late. */
export function MessageStatus({ message }: { message: Pick<Message, 'status' | 'ack' | 'dueDate'> }) {
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  const state = shownState(message);
  return (
    <Group gap={6} wrap="nowrap">
      <StatusBadge context="message" state={message.status} />
      {state !== message.status && (
        <Text span size="xs" c="dimmed">
          {word(state)}
        </Text>
      )}
      {isLate(message) && (
        <Text span size="xs" c="dimmed" title={t('lateWhy')}>
          {t('late')}
        </Text>
      )}
    </Group>
  );
}
