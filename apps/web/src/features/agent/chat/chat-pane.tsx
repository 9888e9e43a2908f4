import { Button, Skeleton } from '@mantine/core';
import { IconMessageChatbot } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import '../texts.ts';
import classes from './chat.module.css';
import { ChatItem, ChatLine, PendingReply } from './chat-item.tsx';
import { Composer } from './composer.tsx';
import type { useChat } from './use-chat.ts';

/** A conversation and its input. */
export function ChatPane({
  chat,
  text,
  onText,
}: {
  chat: ReturnType<typeof useChat>;
  text: string;
  onText: (text: string) => void;
}) {
  const { t } = useTranslation('agent');
  const end = useRef<HTMLLIElement>(null);
  const newest = chat.messages.at(-1);
  const resultCount = Object.keys(newest?.toolResults ?? {}).length + (newest?.widgets.length ?? 0);
  const latest = `${newest?._id} ${resultCount} ${chat.isPending} ${chat.failure?.text}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the end whenever something is added
  useEffect(() => {
    // Discard the result: newer browsers return a promise, which is no clean-up function.
    void end.current?.scrollIntoView({ block: 'nearest' });
  }, [latest]);
  const send = () => {
    chat.send(text);
    onText('');
  };
  const lastRequest = chat.messages.findLast(({ role }) => role === 'user');
  const isEmpty = chat.messages.length === 0 && !chat.isPending && !chat.failure;
  const loadError = isEmpty && chat.loadError;
  return (
    <section className={classes.pane} aria-label={t('conversation')}>
      <div className={classes.scroll}>
        {chat.isLoading ? (
          <div className={classes.lines}>
            <Skeleton height={40} width="60%" />
            <Skeleton height={90} width="80%" />
          </div>
        ) : loadError ? (
          <ErrorState error={loadError} title={t('loadFailed')} onRetry={chat.retry} />
        ) : isEmpty ? (
          <EmptyState icon={IconMessageChatbot} title={t('emptyTitle')} text={t('emptyText')} />
        ) : (
          <ol className={classes.lines}>
            {chat.hasOlder && (
              <li>
                <Button variant="subtle" size="compact-sm" onClick={chat.showOlder}>
                  {t('older')}
                </Button>
              </li>
            )}
            {chat.messages.map((message) => (
              <ChatItem
                key={message._id}
                message={message}
                actions={chat.actions}
                progress={chat.progress}
                {...(message === lastRequest && !chat.isPending ? { onEdit: onText, onRetry: chat.send } : {})}
              />
            ))}
            {chat.asking !== null && <ChatLine by="user" text={chat.asking} />}
            {chat.isPending && !chat.messages.some(({ state }) => state === 'pending') && (
              <PendingReply progress={chat.progress} />
            )}
            {chat.failure && !chat.failure.isNoted && <ChatLine by="user" text={chat.failure.request} />}
            {chat.failure && <ChatLine by="agent" text={chat.failure.text} isError />}
            <li ref={end} aria-hidden />
          </ol>
        )}
      </div>
      {chat.actionError && <Notice tone="error">{chat.actionError}</Notice>}
      <Composer text={text} onText={onText} isPending={chat.isPending} onSend={send} onStop={chat.stop} />
    </section>
  );
}
