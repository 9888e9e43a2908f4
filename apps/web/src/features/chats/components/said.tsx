import { Text } from '@mantine/core';
import type { Chat } from '@switchyard/contracts/chats';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/** What a message says: its words, or what it is without any. */
export function Said({ said }: { said: Pick<Chat['latest'], 'kind' | 'text'> }) {
  const { t } = useTranslation('chats');
  const isPlain = said.kind === 'text';
  return (
    <>
      {!isPlain && (
        <Text span c="dimmed" size="sm">
          {t(`kind.${said.kind}`)}
          {said.text !== '' && ': '}
        </Text>
      )}
      <bdi>{said.text}</bdi>
    </>
  );
}
