import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
  IconStarFilled,
  IconSubtask,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { translateText } from '../../lib/api/translate-text.ts';
import { browserZone, formatExact, formatTimeOfDay } from '../../lib/format/dates.ts';
import { useZone } from '../../lib/signed-in/use-zone.ts';
import { useStateWord } from '../status/status-badge.tsx';
import { WhatsAppText } from '../whatsapp-text/whatsapp-text.tsx';
import type { ConversationEntry } from './entry.ts';
import { hueOf } from './hue.ts';
import classes from './message-bubble.module.css';
import { MessageFile } from './message-file.tsx';
import { EarlierVersions, ForwardedMark } from './message-history.tsx';
import { MessageSummary } from './message-summary.tsx';
import '../tasks/texts.ts';
import './texts.ts';

export interface BubbleActions {
  /** Requests the file of a message. */
  onFetch: (messageId: string) => Promise<unknown>;
  /** Jumps to a message by its WhatsApp id. */
  onJump: (waMessageId: string) => void;
  /** Omitted where replies are impossible. */
  onReply?: ((entry: ConversationEntry) => void) | undefined;
  /** Makes a task of a message; omitted where unavailable. */
  onTask?: ((entry: ConversationEntry) => void) | undefined;
  /** Actions on a message in the chat, and their progress below it. Omitted where there are none. */
  menu?: ((entry: ConversationEntry) => ReactNode) | undefined;
  underWay?: ((entry: ConversationEntry) => ReactNode) | undefined;
  /** Actions on an unsent message. */
  outgoingActions?: ((entry: ConversationEntry) => ReactNode) | undefined;
}

/** One message: its writer, what it answers, text and attachment, reactions, and delivery state. */
export const MessageBubble = memo(function MessageBubble(props: {
  entry: ConversationEntry;
  /** Several people write here, so each message names its writer. */
  isGroup: boolean;
  actions: BubbleActions;
}) {
  const { entry, isGroup, actions } = props;
  const { t } = useTranslation(['conversation', 'tasks']);
  const { message, outgoing } = entry;
  const { onReply, onTask } = actions;
  return (
    <div className={classes.line} data-mine={message.fromMe || undefined} data-message={message._id}>
      <div className={classes.bubble} data-waiting={outgoing !== null || undefined}>
        {isGroup && !message.fromMe && (
          <Text size="xs" fw={600} className={classes.writer ?? ''} style={hueOf(message.from ?? '')}>
            <bdi>{message.fromName ?? message.from}</bdi>
          </Text>
        )}
        {message.isForwarded && <ForwardedMark />}
        <Quote entry={entry} onJump={actions.onJump} />
        <MessageFile media={message.media} onFetch={() => actions.onFetch(message._id)} />
        <Words entry={entry} />
        {message.options && !message.isDeleted && <Options entry={entry} />}
        <EarlierVersions versions={message.earlier} />
        {outgoing && <NotSent entry={entry}>{actions.outgoingActions?.(entry)}</NotSent>}
        <Foot entry={entry} />
        <Reactions entry={entry} />
        {message.acts.length > 0 && actions.underWay?.(entry)}
      </div>
      {onReply && !message.isDeleted && outgoing === null && (
        <ActionIcon
          className={classes.reply}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('reply')}
          title={t('reply')}
          onClick={() => onReply(entry)}
        >
          <IconArrowBackUp size={16} className="flip-rtl" />
        </ActionIcon>
      )}
      {onTask && !message.isDeleted && outgoing === null && (
        <ActionIcon
          className={classes.reply}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('tasks:make')}
          aria-keyshortcuts="T"
          title={t('tasks:make')}
          onClick={() => onTask(entry)}
        >
          <IconSubtask size={16} />
        </ActionIcon>
      )}
      {outgoing === null && <div className={classes.reply}>{actions.menu?.(entry)}</div>}
    </div>
  );
});

function Words({ entry: { message } }: { entry: ConversationEntry }) {
  const isPlain = !message.isDeleted && (message.kind === 'text' || message.media !== null);
  if (!isPlain) return <MessageSummary message={message} />;
  return message.text === '' ? null : <WhatsAppText text={message.text} />;
}

function Quote({ entry: { message }, onJump }: { entry: ConversationEntry; onJump: (waMessageId: string) => void }) {
  const { t } = useTranslation('conversation');
  const { quotedId, quotedText } = message;
  if (quotedId === null || message.isDeleted) return null;
  return (
    <UnstyledButton className={classes.quote} title={t('quoted')} onClick={() => onJump(quotedId)}>
      <bdi>{quotedText || t('quoted')}</bdi>
    </UnstyledButton>
  );
}

function Options({ entry: { message } }: { entry: ConversationEntry }) {
  const { t } = useTranslation('conversation');
  const counts = new Map(message.votes?.map(({ option, count }) => [option, count]));
  return (
    <ul className={classes.options}>
      {message.options?.map((option) => (
        <li key={option}>
          <bdi>{option}</bdi>
          <Text span size="xs" c="dimmed">
            {t('votes', { count: counts.get(option) ?? 0 })}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function NotSent({ entry: { outgoing, state }, children }: { entry: ConversationEntry; children: ReactNode }) {
  const { t } = useTranslation('conversation');
  const zone = useZone();
  if (!outgoing) return null;
  const isWaiting = state === 'pending';
  const failureReason = state === 'failed' ? outgoing.sendFailureReason : null;
  return (
    <div className={classes.notSent}>
      {isWaiting && t('goesOut', { when: formatExact(new Date(outgoing.dueDate), zone, zone !== browserZone()) })}
      {failureReason !== null && <bdi>{t('failedBecause', { why: translateText(failureReason) })}</bdi>}
      {children}
    </div>
  );
}

const TICKS: Record<string, TablerIcon> = {
  pending: IconClock,
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertCircle,
  unknown: IconHelpCircle,
};

function Foot({ entry: { message, state, outgoing } }: { entry: ConversationEntry }) {
  const { t } = useTranslation('conversation');
  const word = useStateWord('message');
  const zone = useZone();
  const at = new Date(message.at);
  const Tick = state === null ? undefined : TICKS[state];
  return (
    <div className={classes.foot}>
      {message.isStarred && <IconStarFilled size={12} aria-label={t('starred')} />}
      {message.via === 'phone' && <span>{t('onPhone')}</span>}
      {message.isEdited && !message.isDeleted && <span>{t('edited')}</span>}
      {state !== null && outgoing !== null && <span>{word(state)}</span>}
      {state !== 'pending' && (
        <time dateTime={message.at} title={formatExact(at, zone, zone !== browserZone())}>
          {formatTimeOfDay(at, zone)}
        </time>
      )}
      {Tick && state !== null && (
        <Tick
          size={15}
          stroke={1.8}
          className={classes.tick}
          data-state={state}
          {...(outgoing === null ? { role: 'img', 'aria-label': word(state) } : { 'aria-hidden': true })}
        />
      )}
    </div>
  );
}

function Reactions({ entry: { message } }: { entry: ConversationEntry }) {
  const { t } = useTranslation('conversation');
  if (message.reactions.length === 0) return null;
  return (
    <ul className={classes.reactions}>
      {message.reactions.map(({ emoji, count, isMine }) => (
        <li key={emoji} data-mine={isMine || undefined} aria-label={t('reaction', { emoji, count })}>
          <bdi aria-hidden>
            {emoji}
            {count > 1 && ` ${count}`}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
