import { Text, UnstyledButton } from '@mantine/core';
import type { ChatMessage } from '@switchyard/contracts/chats/operations';
import { IconStarFilled } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MessageFile } from '../../../components/conversation/message-file.tsx';
import { EarlierVersions, ForwardedMark } from '../../../components/conversation/message-history.tsx';
import { MessageSummary } from '../../../components/conversation/message-summary.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ackState } from '../../../components/status/ack-state.ts';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import classes from './chats.module.css';

/** Votes per poll option, as far as known. */
export type Tally = ReadonlyMap<string, number>;

/** One message of a chat. */
export function ChatBubble(props: {
  engineId: string;
  message: ChatMessage;
  /** In a group, each message shows its author. */
  isGroup: boolean;
  tally: Tally | undefined;
  /** The quoted message, if it has been loaded. */
  quoted: ChatMessage | undefined;
  onJump: (waMessageId: string) => void;
}) {
  const { t } = useTranslation(['chats', 'conversation']);
  const fetching = useMutation(apiQuery.chats.fetchFile.mutationOptions());
  const word = useStateWord('message');
  const { message } = props;
  const writer = message.fromMe
    ? t(message.via === 'phone' ? 'fromPhone' : 'fromMe')
    : (message.fromName ?? message.from ?? '');
  return (
    <li
      className={classes.bubble}
      data-mine={message.fromMe || undefined}
      data-wa-message-id={message.waMessageId}
      dir="auto"
      tabIndex={-1}
    >
      {message.isForwarded && <ForwardedMark />}
      <Quote message={message} quoted={props.quoted} onJump={props.onJump} />
      <MessageFile
        media={message.media}
        onFetch={() => fetching.mutateAsync({ id: props.engineId, messageId: message._id })}
      />
      <MessageSummary message={message} />
      {message.options && <Options options={message.options} tally={props.tally} />}
      <EarlierVersions versions={message.earlier} />
      <div className={classes.meta}>
        {message.isStarred && <IconStarFilled size={12} aria-label={t('conversation:starred')} />}
        {(props.isGroup || message.fromMe) && <bdi>{writer}</bdi>}
        {message.isEdited && !message.isDeleted && <span>{t('conversation:edited')}</span>}
        {message.ack !== null && <span>{word(ackState(message.ack))}</span>}
        <RelativeTime at={message.at} />
      </div>
    </li>
  );
}

function Quote({ message, quoted, onJump }: Pick<Parameters<typeof ChatBubble>[0], 'message' | 'quoted' | 'onJump'>) {
  const { t } = useTranslation(['chats', 'conversation']);
  const { quotedId, quotedText } = message;
  if (quotedId === null || message.isDeleted) return null;
  const content = quoted?.isDeleted ? t('conversation:deleted') : quotedText || quoted?.text;
  return (
    <UnstyledButton className={classes.quote} title={t('quoted')} onClick={() => onJump(quotedId)}>
      <bdi>{content || t('quoted')}</bdi>
    </UnstyledButton>
  );
}

function Options({ options, tally }: { options: readonly string[]; tally: Tally | undefined }) {
  const { t } = useTranslation('conversation');
  return (
    <ul className={classes.options}>
      {options.map((option) => (
        <li key={option}>
          <bdi>{option}</bdi>
          <Text span size="xs" c="dimmed">
            {t('votes', { count: tally?.get(option) ?? 0 })}
          </Text>
        </li>
      ))}
    </ul>
  );
}
