import { ActionIcon } from '@mantine/core';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { Chat } from '@switchyard/contracts/chats/operations';
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canWriteTo } from '../../../components/conversation/can-write-to.ts';
import { ChatThread } from '../../../components/conversation/chat-thread.tsx';
import { type ComposedMessage, Composer } from '../../../components/conversation/composer.tsx';
import type { ConversationEntry } from '../../../components/conversation/entry.ts';
import { JumpToDay } from '../../../components/conversation/jump-to-day.tsx';
import { Mentions } from '../../../components/conversation/mentions.tsx';
import { quoteOf, writerOf } from '../../../components/conversation/quote.ts';
import { useChatThread } from '../../../components/conversation/use-chat-thread.ts';
import { useDraft } from '../../../components/conversation/use-draft.ts';
import { useTyping } from '../../../components/conversation/use-typing.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { api } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import classes from './chat-page.module.css';

/** One chat: its messages and the composer. */
export function ConversationPane(props: {
  engineId: string;
  chat: Pick<Chat, 'chat' | 'name'>;
  /** WhatsApp's id of the message to open at; omitted for the end. */
  message?: string | undefined;
  onBack: () => void;
  onDetails: () => void;
}) {
  const { engineId } = props;
  const { chat, name } = props.chat;
  const { t } = useTranslation(['chats', 'conversation']);
  const { supportMode } = useMe();
  const state = useChatThread(engineId, chat, props.message);
  const [text, setText] = useDraft(engineId, chat);
  useTyping(state, text);
  const [answered, setAnswered] = useState<ConversationEntry | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const send = async ({ text: message, attachment, due, idempotencyKey }: ComposedMessage) => {
    const sent = await api.messages.create({
      message,
      engineId,
      contactList: [{ mobile: chat }],
      dueDate: due?.local ?? 'now',
      ...(due && { zone: due.zone }),
      ...(attachment && { attachment }),
      ...(answered && { quote: quoteOf(answered) }),
      idempotencyKey,
    });
    setText('');
    setAnswered(null);
    await state.showSent(sent);
  };
  const onReply = (entry: ConversationEntry) => {
    setAnswered(entry);
    field.current?.focus();
  };

  const canWrite = !supportMode && canWriteTo(chat);
  return (
    <section
      className={classes.conversation}
      aria-label={t('conversation:thread.messagesWith', { name: name ?? chat })}
    >
      <header className={classes.head}>
        <ActionIcon
          className={classes.back ?? ''}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('screen.back')}
          onClick={props.onBack}
        >
          <IconArrowLeft size={20} className="flip-rtl" />
        </ActionIcon>
        <div className={classes.who}>
          <Heading order={2} size="h4">
            <bdi>{name ?? chat}</bdi>
          </Heading>
          {name !== null && !isGroupId(chat) && (
            <Hint size="xs">
              <bdi>{chat}</bdi>
            </Hint>
          )}
        </div>
        <JumpToDay onDay={state.toDay} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('screen.details')}
          title={t('screen.details')}
          onClick={props.onDetails}
        >
          <IconInfoCircle size={20} stroke={1.6} />
        </ActionIcon>
      </header>
      <ChatThread state={state} name={name ?? chat} onReply={canWrite ? onReply : undefined} />
      {canWrite && <Mentions engineId={engineId} chat={chat} text={text} onText={setText} />}
      {canWrite ? (
        <Composer
          text={text}
          onText={setText}
          fieldRef={field}
          quote={answered && { writer: writerOf(answered, t('conversation:thread.you')), text: answered.message.text }}
          onRemoveQuote={() => setAnswered(null)}
          onSend={send}
          onEditLast={state.editLast}
        />
      ) : (
        <Hint size="sm" p="md">
          {t(supportMode ? 'screen.supportReads' : 'conversation:thread.noNumber')}
        </Hint>
      )}
    </section>
  );
}
