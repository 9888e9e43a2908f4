import { Button, Drawer, Loader, Text } from '@mantine/core';
import type { Chat, ChatMessage } from '@switchyard/contracts/chats';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ackState } from '../../../components/status/ack-state.ts';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { withoutRepeats } from '../../../lib/api/without-repeats.ts';
import { chatMessages } from '../api/chats.ts';
import '../texts.ts';
import classes from './chats.module.css';
import { Said } from './said.tsx';

/** The messages of one chat, the latest first. */
export function ChatDrawer(props: { engineId: string; chat: Pick<Chat, 'chat' | 'name'> | null; onClose: () => void }) {
  const { chat } = props;
  return (
    <Drawer
      opened={chat !== null}
      onClose={props.onClose}
      position="right"
      size="md"
      title={<bdi>{[chat?.name, chat?.chat].filter(Boolean).join(' · ')}</bdi>}
    >
      {chat && <Thread key={chat.chat} engineId={props.engineId} chat={chat.chat} />}
    </Drawer>
  );
}

function Thread({ engineId, chat }: { engineId: string; chat: string }) {
  const { t } = useTranslation('chats');
  const messages = useInfiniteQuery(chatMessages(engineId, chat));
  if (messages.isPending) return <Loader aria-label={t('loading')} />;
  if (messages.isError) {
    return <ErrorState title={t('failed')} error={messages.error} onRetry={() => void messages.refetch()} />;
  }
  const shown = withoutRepeats(messages.data.pages.flatMap((page) => page.data));
  return (
    <>
      <ol className={classes.thread} aria-label={t('messages')}>
        {shown.map((message) => (
          <Bubble key={message._id} message={message} isGroup={message.from !== chat} />
        ))}
      </ol>
      <div className={classes.end}>
        {messages.hasNextPage ? (
          <Button
            size="xs"
            variant="default"
            loading={messages.isFetchingNextPage}
            onClick={() => void messages.fetchNextPage()}
          >
            {t('older')}
          </Button>
        ) : (
          <Text size="xs" c="dimmed">
            {t('first')}
          </Text>
        )}
      </div>
    </>
  );
}

function Bubble({ message, isGroup }: { message: ChatMessage; isGroup: boolean }) {
  const { t } = useTranslation('chats');
  const word = useStateWord('message');
  const writer = message.fromMe ? t('fromMe') : (message.from ?? '');
  return (
    <li className={classes.bubble} data-mine={message.fromMe || undefined} dir="auto">
      <Said said={message} />
      {message.media?.fileName && (
        <Text size="xs" c="dimmed">
          <bdi>{message.media.fileName}</bdi>
        </Text>
      )}
      <div className={classes.meta}>
        {(isGroup || message.fromMe) && <bdi>{writer}</bdi>}
        {message.ack !== null && <span>{word(ackState(message.ack))}</span>}
        <RelativeTime at={message.at} />
      </div>
    </li>
  );
}
