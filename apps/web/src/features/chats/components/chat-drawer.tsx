import { Button, Drawer, Group, Loader } from '@mantine/core';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { Chat } from '@switchyard/contracts/chats/operations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { uniqueById } from '../../../lib/api/unique-by-id.ts';
import { chatMessages } from '../api/chats.ts';
import { countVotes } from '../count-votes.ts';
import '../texts.ts';
import { ChatBubble } from './chat-bubble.tsx';
import { ChatPicture } from './chat-picture.tsx';
import classes from './chats.module.css';
import { GroupMembers } from './group-members.tsx';
import { useJump } from './use-jump.ts';

type ShownChat = Pick<Chat, 'chat' | 'name' | 'pictureFileId'>;

/** One chat: the contact or group, and its messages, latest first. */
export function ChatDrawer(props: { engineId: string; chat: ShownChat | null; onClose: () => void }) {
  const { engineId, chat } = props;
  return (
    <Drawer
      opened={chat !== null}
      onClose={props.onClose}
      position="right"
      size="md"
      title={<bdi>{[chat?.name, chat?.chat].filter(Boolean).join(' · ')}</bdi>}
    >
      {chat && (
        <Fragment key={chat.chat}>
          <Group gap="xs" mb="sm" align="center">
            <ChatPicture engineId={engineId} chat={chat} />
            {isGroupId(chat.chat) && (
              <GroupMembers engineId={engineId} chat={chat.chat} name={chat.name ?? chat.chat} />
            )}
          </Group>
          <Thread engineId={engineId} chat={chat.chat} />
        </Fragment>
      )}
    </Drawer>
  );
}

function Thread({ engineId, chat }: { engineId: string; chat: string }) {
  const { t } = useTranslation(['chats', 'conversation']);
  const list = useRef<HTMLOListElement>(null);
  const messages = useInfiniteQuery(chatMessages(engineId, chat));
  const shown = useMemo(() => uniqueById((messages.data?.pages ?? []).flatMap((page) => page.data)), [messages.data]);
  const tallies = useMemo(() => countVotes(shown), [shown]);
  const byId = useMemo(() => new Map(shown.map((message) => [message.waMessageId, message])), [shown]);
  const { jumpTo, isLost } = useJump(list, byId, messages);
  if (messages.isPending) return <Loader aria-label={t('loading')} />;
  if (messages.isError) {
    return <ErrorState title={t('failed')} error={messages.error} onRetry={() => void messages.refetch()} />;
  }
  return (
    <>
      <ol ref={list} className={classes.thread} aria-label={t('messages')}>
        {shown.map((message) => (
          <ChatBubble
            key={message._id}
            engineId={engineId}
            message={message}
            isGroup={isGroupId(chat)}
            tally={tallies.get(message.waMessageId)}
            quoted={message.quotedId === null ? undefined : byId.get(message.quotedId)}
            onJump={jumpTo}
          />
        ))}
      </ol>
      <Hint size="xs" ta="center" role="status">
        {isLost && t('conversation:thread.notHere')}
      </Hint>
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
          <Hint size="xs">{t('first')}</Hint>
        )}
      </div>
    </>
  );
}
