import { ActionIcon, Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { IconArrowLeft, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canWriteTo } from '../../../components/conversation/can-write-to.ts';
import { ChatThread } from '../../../components/conversation/chat-thread.tsx';
import { type ComposedMessage, Composer } from '../../../components/conversation/composer.tsx';
import type { ConversationEntry } from '../../../components/conversation/entry.ts';
import { JumpToDay } from '../../../components/conversation/jump-to-day.tsx';
import { Mentions } from '../../../components/conversation/mentions.tsx';
import { quoteOf, writerOf } from '../../../components/conversation/quote.ts';
import { type ChatThreadState, useChatThread } from '../../../components/conversation/use-chat-thread.ts';
import { useDraft } from '../../../components/conversation/use-draft.ts';
import { useTyping } from '../../../components/conversation/use-typing.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toastError } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { browserZone, formatExact, formatRelative } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { oneConversation, relatedTo, useConversationPresence, useRefetchInbox } from '../api/inbox.ts';
import { ContextPane } from './context-pane.tsx';
import classes from './inbox.module.css';
import { Macros } from './macros.tsx';
import { QuickReplies } from './quick-replies.tsx';

interface PaneProps {
  onOpen: (id: string) => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onBack: () => void;
  onAssignMe: (conversation: Conversation) => void;
  onResolve: (conversation: Conversation) => void;
}

/** One conversation: the thread, the composer, and the team's notes on it. */
export function ConversationPane({ id, ...props }: PaneProps & { id: string }) {
  const { t } = useTranslation('inbox');
  const found = useQuery(oneConversation(id));
  const rowId = found.data?.rowId ?? id;
  const row = useQuery({ ...oneConversation(rowId), enabled: rowId !== id });
  const [showsDetails, setShowsDetails] = useState(false);
  if (found.isPending || row.isLoading) return <Skeleton height="100%" />;
  if (found.isError) {
    return <ErrorState title={t('failedThread')} error={found.error} onRetry={() => void found.refetch()} />;
  }
  const shown = found.data;
  // A merged chat is shown with the row that holds the team's work.
  const conversation = shown.rowId === id ? shown : (row.data ?? shown);
  return (
    <div className={classes.opened} data-details={showsDetails || undefined}>
      <Thread conversation={shown} row={conversation} onDetails={() => setShowsDetails(true)} {...props} />
      <ContextPane
        conversation={conversation}
        shownId={id}
        onOpen={props.onOpen}
        onAssignMe={() => props.onAssignMe(conversation)}
        onShow={() => setShowsDetails(true)}
        onBack={() => setShowsDetails(false)}
      />
    </div>
  );
}

interface ThreadProps extends PaneProps {
  /** The chat that is shown. */
  conversation: Conversation;
  /** The conversation's row in the list: the chat's own, unless it was merged into another. */
  row: Conversation;
  onDetails: () => void;
}

function Thread(props: ThreadProps) {
  const { conversation, fieldRef } = props;
  const { t } = useTranslation('conversation');
  const { supportMode } = useMe();
  const { engineId, chat } = conversation;
  const name = conversation.name ?? chat;
  const canWrite = !supportMode && canWriteTo(chat);
  const state = useChatThread(engineId, chat);
  const [quoted, setQuoted] = useState<ConversationEntry | null>(null);
  useMarkRead(conversation, state);
  const onReply = (entry: ConversationEntry) => {
    setQuoted(entry);
    fieldRef.current?.focus();
  };
  return (
    <section className={classes.conversation} aria-label={t('thread.messagesWith', { name })}>
      <Head state={state} {...props} />
      {props.row.mergedChats > 1 && <MergedChats id={conversation._id} onOpen={props.onOpen} />}
      <ChatThread state={state} name={name} onReply={canWrite ? onReply : undefined} />
      {canWrite && (
        <ReplyComposer
          conversation={conversation}
          state={state}
          fieldRef={fieldRef}
          quoted={quoted}
          onQuote={setQuoted}
        />
      )}
      {!canWriteTo(chat) && (
        <Hint size="sm" p="md">
          {t('thread.noNumber')}
        </Hint>
      )}
    </section>
  );
}

function Head({ row: conversation, state, onBack, onDetails, onResolve }: ThreadProps & { state: ChatThreadState }) {
  const { t } = useTranslation('inbox');
  const { supportMode } = useMe();
  const { name, chat, status } = conversation;
  return (
    <header className={classes.head}>
      <ActionIcon
        className={classes.back ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('back')}
        onClick={onBack}
      >
        <IconArrowLeft size={20} className="flip-rtl" />
      </ActionIcon>
      <div className={classes.name}>
        <Heading order={2} size="h4">
          <bdi>{name ?? chat}</bdi>
        </Heading>
        <StatusBadge context="conversation" state={status} />
      </div>
      {status !== 'resolved' && !supportMode && (
        <Button
          className={classes.resolve ?? ''}
          size="xs"
          variant="default"
          leftSection={<IconCheck size={14} aria-hidden />}
          aria-keyshortcuts="E"
          onClick={() => onResolve(conversation)}
        >
          {t('resolveNext')}
        </Button>
      )}
      {status !== 'resolved' && !supportMode && (
        <ActionIcon
          className={classes.tick ?? ''}
          variant="default"
          size={36}
          aria-label={t('resolveNext')}
          title={t('resolveNext')}
          onClick={() => onResolve(conversation)}
        >
          <IconCheck size={20} stroke={1.6} />
        </ActionIcon>
      )}
      <JumpToDay onDay={state.toDay} />
      <ActionIcon
        className={classes.narrow ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('details')}
        title={t('details')}
        onClick={onDetails}
      >
        <IconInfoCircle size={20} stroke={1.6} />
      </ActionIcon>
    </header>
  );
}

/** Selects which of a person's merged chats to show and reply to, by the workspace's number. */
function MergedChats({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { t } = useTranslation('inbox');
  const chats = useQuery(relatedTo(id)).data?.data.filter(({ isMerged }) => isMerged) ?? [];
  const inOrder = chats.toSorted((a, b) => a.engineName.localeCompare(b.engineName));
  if (chats.length < 2) return null;
  return (
    <SegmentedControl
      className={classes.merged ?? ''}
      size="xs"
      aria-label={t('related.title')}
      value={id}
      data={inOrder.map(({ _id: value, engineName: label }) => ({ value, label }))}
      onChange={onOpen}
    />
  );
}

/** The greatest id on the screen, or null; ids are in the order of arrival. */
const lastEntryId = ({ entries }: Pick<ChatThreadState, 'entries'>): string | null =>
  entries.reduce<string | null>((last, { message: { _id } }) => (last === null || _id > last ? _id : last), null);

/** Marks a conversation as read once its end is visible. */
function useMarkRead({ _id: id, isUnread, lastReceivedId }: Conversation, state: ChatThreadState): void {
  const { supportMode } = useMe();
  const isVisible = useDocumentVisibility() === 'visible';
  const refetchInbox = useRefetchInbox();
  const last = lastEntryId(state);
  // The latest incoming entry, such as a vote, may be shown on another message.
  const seenUpTo = last === null || (lastReceivedId !== null && lastReceivedId > last) ? lastReceivedId : last;
  const isAtEnd = state.thread.data?.newer === null;
  const mark = useEffectEvent(
    (upTo: string) => void api.inbox.markSeen({ id, seenUpTo: upTo }).then(refetchInbox, () => {}),
  );
  useEffect(() => {
    if (seenUpTo !== null && isUnread && isAtEnd && isVisible && !supportMode) mark(seenUpTo);
  }, [seenUpTo, isUnread, isAtEnd, isVisible, supportMode]);
}

/** A reply that was held back, as written. */
interface HeldReply {
  /** Null if someone wrote from the phone. */
  by: string | null;
  at: string;
  written: ComposedMessage;
}

function ReplyComposer(props: {
  conversation: Conversation;
  state: ChatThreadState;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  quoted: ConversationEntry | null;
  onQuote: (quoted: ConversationEntry | null) => void;
}) {
  const { conversation, state, quoted, onQuote } = props;
  const { t } = useTranslation(['inbox', 'conversation']);
  const zone = useZone();
  const refetchInbox = useRefetchInbox();
  const { _id: id, engineId, chat, waitingSince } = conversation;
  const [text, setText] = useDraft(engineId, chat);
  useTyping(state, text);
  const [heldReply, setHeldReply] = useState<HeldReply | null>(null);
  // Remounts the composer after sending by other means than its own button.
  const [round, setRound] = useState(0);
  const presence = useConversationPresence(id, text !== '');

  const onText = (typed: string) => {
    setText(typed);
    setHeldReply(null);
  };
  const send = async ({ text: message, attachment, due, idempotencyKey }: ComposedMessage, sendAnyway: boolean) => {
    const reply = {
      message,
      ...(attachment && { attachment }),
      ...(quoted && { quote: quoteOf(quoted) }),
      idempotencyKey,
    };
    const sent = due
      ? await api.messages.create({
          ...reply,
          engineId,
          contactList: [{ mobile: chat }],
          dueDate: due.local,
          zone: due.zone,
        })
      : await api.inbox.reply({ ...reply, id, seenUpTo: lastEntryId(state), sendAnyway });
    onText('');
    onQuote(null);
    await state.showSent(sent);
    void refetchInbox();
  };
  const onSend = async (written: ComposedMessage) => {
    setHeldReply(null);
    try {
      await send(written, false);
    } catch (refused) {
      if (!(refused instanceof ApiError) || refused.code !== 'ANSWERED_MEANWHILE') throw refused;
      const { by, at } = refused.data as Pick<HeldReply, 'by' | 'at'>;
      setHeldReply({ by, at, written });
      state.toLatest();
      void state.thread.refetch();
      return 'kept';
    }
  };
  const sendAnyway = useMutation({
    mutationFn: ({ written }: HeldReply) => send(written, true),
    onSuccess: () => setRound((times) => times + 1),
    onError: (failure) => toastError(failureText(failure)),
  });

  const around = [
    ...(waitingSince
      ? [t('waiting', { when: formatExact(new Date(waitingSince), zone, zone !== browserZone()) })]
      : []),
    ...(presence.typing.length > 0 ? [t('typing', { names: presence.typing.join(', ') })] : []),
    ...(presence.viewing.length > 0 ? [t('viewing', { names: presence.viewing.join(', ') })] : []),
  ];
  return (
    <div className={classes.write}>
      <div className={classes.around}>
        <Hint size="xs" role="status">
          {around.join(' · ')}
        </Hint>
        <QuickReplies typed={text} onUse={onText} />
        <Macros
          conversation={conversation}
          onInsert={(inserted) => {
            onText(text === '' ? inserted : `${text}\n${inserted}`);
            props.fieldRef.current?.focus();
          }}
        />
      </div>
      {heldReply && (
        <div className={classes.collision}>
          <Notice tone="warning">
            <Group justify="space-between" gap="xs">
              {t('answered', {
                name: heldReply.by ?? t('onPhone'),
                when: formatRelative(new Date(heldReply.at), new Date(serverNowMs()), zone),
              })}
              <Button
                size="xs"
                variant="default"
                loading={sendAnyway.isPending}
                onClick={() => sendAnyway.mutate(heldReply)}
              >
                {t('sendAnyway')}
              </Button>
            </Group>
          </Notice>
        </div>
      )}
      <Mentions engineId={engineId} chat={chat} text={text} onText={onText} />
      <Composer
        key={round}
        text={text}
        onText={onText}
        quote={quoted && { writer: writerOf(quoted, t('conversation:thread.you')), text: quoted.message.text }}
        onRemoveQuote={() => onQuote(null)}
        onSend={onSend}
        onEditLast={state.editLast}
        fieldRef={props.fieldRef}
      />
    </div>
  );
}
