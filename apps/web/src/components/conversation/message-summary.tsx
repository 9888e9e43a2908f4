import { Text } from '@mantine/core';
import type { Chat, ChatMessage } from '@switchyard/contracts/chats/operations';
import { useTranslation } from 'react-i18next';
import './texts.ts';

/** Summary of a message: its text, or its kind if it has none. */
export function MessageSummary({ said }: { said: Chat['latest'] & Partial<Pick<ChatMessage, 'choices' | 'media'>> }) {
  const { t } = useTranslation('conversation');
  if (said.isDeleted) {
    return (
      <Text span c="dimmed" size="sm" fs="italic">
        {t('deleted')}
      </Text>
    );
  }
  const isPlain = said.kind === 'text' || (said.media ?? null) !== null;
  const words = textOf(said);
  return (
    <>
      {!isPlain && (
        <Text span c="dimmed" size="sm">
          {t(`kind.${said.kind}`)}
          {words !== '' && ': '}
        </Text>
      )}
      <bdi>{words}</bdi>
    </>
  );

  function textOf({ kind, text, choices }: typeof said): string {
    if (kind === 'reaction' && text === '') return t('takenBack');
    if (kind !== 'vote') return text;
    if (choices === null) return t('unreadable');
    return choices?.length === 0 ? t('takenBack') : (choices?.join(', ') ?? text);
  }
}
