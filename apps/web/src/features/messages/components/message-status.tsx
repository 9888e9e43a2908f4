import { Group, Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/message';
import { StatusBadge, useStateWord } from '../../../components/status/status-badge.tsx';

/** The state a message is shown in: once sent, how far it got. */
export function shownState({ status, ack }: Pick<Message, 'status' | 'ack'>): string {
  if (status !== 'sent') return status;
  return ack >= 3 ? 'read' : ack === 2 ? 'delivered' : 'sent';
}

/** The status as a badge, and beside it how far a sent message got. */
export function MessageStatus({ message }: { message: Pick<Message, 'status' | 'ack'> }) {
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
    </Group>
  );
}
