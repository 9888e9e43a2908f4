import { Text } from '@mantine/core';
import type { Chat, ChatMessage } from '@switchyard/contracts/chats/operations';
import { useTranslation } from 'react-i18next';
import './texts.ts';

/** Summary of a message: its text, or its kind if it has none. */
export function MessageSummary({
  message,
}: {
  message: Chat['latest'] & Partial<Pick<ChatMessage, 'choices' | 'media'>>;
}) {
  const { t } = useTranslation('conversation');
  if (message.isDeleted) {
    return (
      <Text span c="dimmed" size="sm" fs="italic">
        {t('deleted')}
      </Text>
    );
  }
  const isPlain = message.kind === 'text' || (message.media ?? null) !== null;
  const summary = textOf(message);
  return (
    <>
      {!isPlain && (
        <Text span c="dimmed" size="sm">
          {t(`kind.${message.kind}`)}
          {summary !== '' && ': '}
        </Text>
      )}
      <bdi>{summary}</bdi>
    </>
  );

  function textOf({ kind, text, choices }: typeof message): string {
    if (kind === 'reaction' && text === '') return t('takenBack');
    if (kind !== 'vote') return text;
    if (choices === null) return t('unreadable');
    return choices?.length === 0 ? t('takenBack') : (choices?.join(', ') ?? text);
  }
}
