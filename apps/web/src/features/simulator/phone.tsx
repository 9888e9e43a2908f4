import { ActionIcon, NativeSelect, Textarea } from '@mantine/core';
import { IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/hint.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { WhatsAppText } from '../../components/whatsapp-text/whatsapp-text.tsx';
import { arrivedQuery, type PerformAction } from './simulated-phone.ts';
import classes from './simulator-page.module.css';
import './texts.ts';

/** A phone with one of its chats: messages sent and received, and the owner's input. */
export function Phone(props: {
  number: string;
  /** The chat partner; empty: none. */
  partner: string;
  isOwn: boolean;
  isOff: boolean;
  partners: { value: string; label: string }[];
  onPartner: (number: string) => void;
  act: PerformAction;
  children: ReactNode;
}) {
  const { t } = useTranslation('simulator');
  const { number, partner } = props;
  const [text, setText] = useState('');
  const [got, sent] = useQueries({
    queries: [arrivedQuery(number), { ...arrivedQuery(partner), enabled: partner !== '' }],
  });
  const messages = [
    ...(got.data ?? []).filter(({ from }) => from === partner),
    ...(sent.data ?? []).filter(({ from, to }) => from === number && to === partner),
  ].toSorted((a, b) => a.acceptedAt.localeCompare(b.acceptedAt));
  const latest = messages.at(-1)?.id;
  const thread = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the end whenever something is added
  useLayoutEffect(() => {
    if (thread.current) thread.current.scrollTop = thread.current.scrollHeight;
  }, [latest]);
  const send = () => {
    if (text.trim() === '' || partner === '') return;
    props.act('messages', { to: partner, text });
    setText('');
  };
  return (
    <section className={classes.phone} aria-label={t('phone')} data-off={props.isOff || undefined}>
      <header className={classes.phoneHead}>{props.children}</header>
      <NativeSelect
        size="xs"
        className={classes.partner}
        aria-label={t('chatWith')}
        value={partner}
        data={props.partners}
        onChange={(event) => props.onPartner(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <div className={classes.thread} ref={thread} role="log" aria-label={t('messages')} tabIndex={0}>
        {messages.length === 0 && got.data && (
          <Hint ta="center">{t(props.isOwn ? 'noMessagesOwn' : 'noMessages')}</Hint>
        )}
        {messages.map(({ id, from, text, kind, media, acceptedAt }) => (
          <div key={id} className={classes.bubble} data-mine={from === number || undefined}>
            {media && (
              <span className={classes.media}>
                <IconPaperclip size={14} aria-hidden /> <bdi>{media.fileName ?? t(`media.${kindOf(media.media)}`)}</bdi>
              </span>
            )}
            {kind === 'reaction' ? t('reacted', { emoji: text }) : text !== '' && <WhatsAppText text={text} />}
            <span className={classes.at}>
              <RelativeTime at={acceptedAt} />
            </span>
          </div>
        ))}
      </div>
      <form
        className={classes.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Textarea
          aria-label={t('text')}
          placeholder={t('text')}
          autosize
          maxRows={4}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
          dir="auto"
        />
        <ActionIcon
          type="submit"
          size={36}
          radius="xl"
          aria-label={t('sendNow')}
          disabled={text.trim() === '' || partner === ''}
        >
          <IconSend2 size={18} className="flip-rtl" aria-hidden />
        </ActionIcon>
      </form>
    </section>
  );
}

const KINDS = ['image', 'video', 'audio', 'voice', 'sticker'] as const;
const kindOf = (media: string) => KINDS.find((kind) => kind === media) ?? 'file';
