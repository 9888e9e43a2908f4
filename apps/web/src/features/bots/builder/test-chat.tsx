import { Button, Group, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { Conversation } from '../sessions/conversation.tsx';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import classes from './builder.module.css';
import type { useTestChat } from './use-test-chat.ts';

/** The test chat beside the flow. */
export function TestChat({ chat, hasFaults }: { chat: ReturnType<typeof useTestChat>; hasFaults: boolean }) {
  const { t } = useTranslation('bots');
  const stateWord = useStateWord('botSession');
  const [text, setText] = useState('');
  const { session, say } = chat;
  const messageList = useRef<HTMLDivElement>(null);
  const count = session?.lines?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the end whenever something is added
  useEffect(() => {
    if (messageList.current) messageList.current.scrollTop = messageList.current.scrollHeight;
  }, [count]);
  const hasEnded = session !== null && !['active', 'waiting'].includes(session.status);
  return (
    <div className={classes.chat}>
      <Hint>{t('testChat.help')}</Hint>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <div className={classes.said} ref={messageList} role="log" aria-label={t('session.conversation')} tabIndex={0}>
        {session ? <Conversation session={session} /> : <Text c="dimmed">{t('testChat.empty')}</Text>}
      </div>
      {session?.reason && <Text size="sm">{translateText(session.reason)}</Text>}
      {hasEnded && <Text size="sm">{t('testChat.over', { status: stateWord(session.status) })}</Text>}
      {chat.isDelayed && <Hint size="xs">{t('testChat.skips')}</Hint>}
      {hasFaults && session === null && <Notice tone="error">{t('testChat.faults')}</Notice>}
      {say.error && <Notice tone="error">{say.error.message}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '' || say.isPending) return;
          setText('');
          // Restore a message that was not delivered, unless something else was typed in the meantime.
          say.mutate(text, { onError: () => setText((typed) => typed || text) });
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t('testChat.say')}
            placeholder={t('testChat.say')}
            value={text}
            disabled={hasEnded}
            onChange={(event) => setText(event.currentTarget.value)}
            style={{ flex: 1 }}
            dir="auto"
          />
          <Button type="submit" loading={say.isPending} disabled={hasEnded || (hasFaults && session === null)}>
            {t('testChat.send')}
          </Button>
        </Group>
      </form>
      {session !== null && (
        <Button variant="default" size="compact-sm" onClick={chat.restart}>
          {t('testChat.again')}
        </Button>
      )}
    </div>
  );
}
