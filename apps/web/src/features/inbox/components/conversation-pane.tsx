import { ActionIcon, Button, Skeleton } from '@mantine/core';
import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { IconArrowLeft, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Composer, type Written } from '../../../components/conversation/composer.tsx';
import { type ConversationEntry, entriesOf } from '../../../components/conversation/entry.ts';
import { Thread } from '../../../components/conversation/thread.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toastInfo } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { formatRelative } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { oneConversation, threadPages, usePresence, useReadInboxAgain } from '../api/inbox.ts';
import { ContextPane } from './context-pane.tsx';
import classes from './inbox.module.css';
import { QuickReplies } from './quick-replies.tsx';

interface PaneProps {
  text: string;
  onText: (text: string) => void;
  fieldRef: Ref<HTMLTextAreaElement>;
  onBack: () => void;
  onAssignMe: (conversation: Conversation) => void;
  onResolve: (conversation: Conversation) => void;
  onSnooze: () => void;
}

/** One conversation: what was said, what one answers, and what the team knows about it. */
export function ConversationPane({ id, ...props }: PaneProps & { id: string }) {
  const { t } = useTranslation('inbox');
  const found = useQuery(oneConversation(id));
  const [showsDetails, setShowsDetails] = useState(false);
  if (found.isPending) return <Skeleton height="100%" />;
  if (found.isError) {
    return <ErrorState title={t('failedThread')} error={found.error} onRetry={() => void found.refetch()} />;
  }
  const conversation = found.data;
  return (
    <div className={classes.opened} data-details={showsDetails || undefined}>
      <div className={classes.conversation}>
        <Head conversation={conversation} onDetails={() => setShowsDetails(true)} {...props} />
        <Talk conversation={conversation} {...props} />
      </div>
      <ContextPane
        conversation={conversation}
        onAssignMe={() => props.onAssignMe(conversation)}
        onBack={() => setShowsDetails(false)}
      />
    </div>
  );
}

function Head({
  conversation,
  onBack,
  onDetails,
  onResolve,
}: Pick<PaneProps, 'onBack' | 'onResolve'> & { conversation: Conversation; onDetails: () => void }) {
  const { t } = useTranslation('inbox');
  const { supportMode } = useMe();
  return (
    <div className={classes.head}>
      <ActionIcon variant="subtle" color="gray" size={36} hiddenFrom="sm" aria-label={t('back')} onClick={onBack}>
        <IconArrowLeft size={18} className="flip-rtl" />
      </ActionIcon>
      <div className={classes.name}>
        <Heading size="h4">
          <bdi>{conversation.name ?? conversation.chat}</bdi>
        </Heading>
        <StatusBadge context="conversation" state={conversation.status} />
      </div>
      {conversation.status !== 'resolved' && !supportMode && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCheck size={14} aria-hidden />}
          aria-keyshortcuts="E"
          onClick={() => onResolve(conversation)}
        >
          {t('resolveNext')}
        </Button>
      )}
      <ActionIcon
        className={classes.narrow ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('details')}
        onClick={onDetails}
      >
        <IconInfoCircle size={18} />
      </ActionIcon>
    </div>
  );
}

/** A reply that was held back, as it was written. */
interface HeldBack {
  by: string | null;
  at: string;
  written: Written;
}

function Talk({ conversation, text, onText, fieldRef }: PaneProps & { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const { supportMode } = useMe();
  const zone = useZone();
  const queries = useQueryClient();
  const readAgain = useReadInboxAgain();
  const { _id: id, engineId, chat, name } = conversation;
  const found = useInfiniteQuery(threadPages({ engineId, chat }));
  const [quoted, setQuoted] = useState<ConversationEntry | null>(null);
  const [target, setTarget] = useState<{ waMessageId: string } | null>(null);
  const [heldBack, setHeldBack] = useState<HeldBack | null>(null);
  const [sent, setSent] = useState(0);
  const presence = usePresence(id, text !== '');

  const pages = found.data?.pages;
  const entries = useMemo(
    () =>
      entriesOf(
        (pages ?? []).toReversed().flatMap((page) => page.data),
        pages?.[0]?.outgoing ?? [],
      ),
    [pages],
  );
  // Ids are in the order of arrival: the greatest is the last that is on the screen.
  const seenUpTo = entries.reduce<string | null>(
    (greatest, { message: { _id } }) => (greatest === null || _id > greatest ? _id : greatest),
    null,
  );
  useEffect(() => {
    if (seenUpTo === null || supportMode || !conversation.isUnread) return;
    void api.inbox.markSeen({ id, seenUpTo }).then(readAgain, () => undefined);
  }, [id, seenUpTo, supportMode, conversation.isUnread, readAgain]);

  const readThread = () => queries.invalidateQueries({ queryKey: apiQuery.chats.thread.key() });
  const send = async (written: Written, sendAnyway: boolean) => {
    const { waMessageId } = quoted?.message ?? {};
    const said = {
      message: written.text,
      attachment: written.fileId === null ? null : { fileId: written.fileId },
      quote: quoted && waMessageId ? { waMessageId, from: quoted.message.from, text: quoted.message.text } : null,
    };
    const { due } = written;
    if (due) {
      const contactList = [{ mobile: chat }];
      await api.messages.create({ ...said, contactList, engineId, dueDate: due.local, zone: due.zone });
    } else await api.inbox.reply({ ...said, id, seenUpTo, sendAnyway });
    onText('');
    setQuoted(null);
    setHeldBack(null);
    await Promise.all([readThread(), readAgain()]);
  };
  const onSend = async (written: Written) => {
    setHeldBack(null);
    try {
      await send(written, false);
    } catch (refused) {
      throw explained(refused, written);
    }
  };
  const answeredBy = ({ by, at }: Pick<HeldBack, 'by' | 'at'>) =>
    t('answered', {
      name: by ?? t('onPhone'),
      when: formatRelative(new Date(at), new Date(serverNowMs()), zone),
    });
  /** A refusal in words that name who answered; what was written is kept for whoever sends it all the same. */
  const explained = (refused: unknown, written: Written): unknown => {
    if (!(refused instanceof ApiError) || refused.code !== 'ANSWERED_MEANWHILE') return refused;
    const { by, at } = refused.data as Pick<HeldBack, 'by' | 'at'>;
    setHeldBack({ by, at, written });
    void readThread();
    const { code, status, requestId, data } = refused;
    return new ApiError({ code, status, requestId, data, message: answeredBy({ by, at }) });
  };
  const sendAnyway = async ({ written }: HeldBack) => {
    await send({ ...written, text }, true);
    // The composer still has what it could not send.
    setSent((times) => times + 1);
  };

  const actions = useMemo(
    () => ({
      onFetch: async (messageId: string) => {
        await api.chats.fetchFile({ id: engineId, messageId });
        await queries.invalidateQueries({ queryKey: apiQuery.chats.thread.key() });
      },
      onJump: (waMessageId: string) => {
        if (entries.some(({ message }) => message.waMessageId === waMessageId)) setTarget({ waMessageId });
        else toastInfo(t('notLoaded'));
      },
      ...(supportMode ? {} : { onReply: setQuoted }),
    }),
    [engineId, entries, queries, supportMode, t],
  );

  if (found.isPending) return <Skeleton height="100%" />;
  if (found.isError) {
    return <ErrorState title={t('failedThread')} error={found.error} onRetry={() => void found.refetch()} />;
  }
  return (
    <>
      <div className={classes.thread}>
        <Thread
          label={t('thread', { name: name ?? chat })}
          entries={entries}
          isGroup={!chat.startsWith('+')}
          actions={actions}
          onOlder={found.hasNextPage ? () => !found.isFetching && void found.fetchNextPage() : null}
          onNewer={null}
          onLatest={() => undefined}
          target={target}
          beginning={<Hint size="xs">{t('beginning')}</Hint>}
        />
      </div>
      <div className={classes.write}>
        <Hint size="xs" role="status">
          {conversation.waitingSince && (
            <>
              {t('waiting')} <RelativeTime at={conversation.waitingSince} />{' '}
            </>
          )}
          {presence.typing.length > 0 && t('typing', { names: presence.typing.join(', ') })}{' '}
          {presence.viewing.length > 0 && t('viewing', { names: presence.viewing.join(', ') })}
        </Hint>
        {heldBack && (
          <div className={classes.collision}>
            <span>{answeredBy(heldBack)}</span>
            <Button size="xs" variant="light" onClick={() => void sendAnyway(heldBack)}>
              {t('sendAnyway')}
            </Button>
          </div>
        )}
        {!supportMode && (
          <>
            <QuickReplies typed={text} onUse={onText} />
            <Composer
              key={sent}
              text={text}
              onText={onText}
              quote={quoted && { writer: quoted.message.fromName ?? name ?? chat, text: quoted.message.text }}
              onRemoveQuote={() => setQuoted(null)}
              onSend={onSend}
              fieldRef={fieldRef}
            />
          </>
        )}
      </div>
    </>
  );
}
