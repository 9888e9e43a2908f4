import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { Chat } from '@switchyard/contracts/chats/operations';
import type { QuotedMessage } from '@switchyard/contracts/messages/body';
import { MAX_QUOTE_LENGTH } from '@switchyard/contracts/messages/body';
import { IconArrowLeft, IconCalendarSearch, IconInfoCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Composer, type Written } from '../../../components/conversation/composer.tsx';
import { type ConversationEntry, entriesOf } from '../../../components/conversation/entry.ts';
import { Thread } from '../../../components/conversation/thread.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { offsetAt } from '../../../lib/zones/offset-at.ts';
import {
  showOutgoing,
  type ThreadPlace,
  threadQuery,
  useFetchInThread,
  useOutgoing,
  useReadOn,
} from '../api/thread.ts';
import '../texts.ts';
import classes from './chat-page.module.css';
import { canWriteTo } from './chat-search.ts';
import { useDraft } from './drafts.ts';

/** One chat: its messages, and where one answers. */
export function ConversationPane(props: {
  engineId: string;
  chat: Pick<Chat, 'chat' | 'name'>;
  onBack: () => void;
  onDetails: () => void;
}) {
  const { engineId } = props;
  const { chat, name } = props.chat;
  const { t } = useTranslation(['chats', 'conversation']);
  const queries = useQueryClient();
  const zone = useZone();
  const { supportMode } = useMe();
  const [place, setPlace] = useState<ThreadPlace>(null);
  const [target, setTarget] = useState<{ waMessageId: string } | null>(null);
  const of = { engineId, chat, place };
  const thread = useQuery(threadQuery(queries, of));
  const readOn = useReadOn(of);
  const onFetch = useFetchInThread(of);
  const outgoing = useOutgoing();
  const [text, setText] = useDraft(engineId, chat);
  const [answered, setAnswered] = useState<ConversationEntry | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const { data } = thread;
  const entries = useMemo(() => (data ? entriesOf(data.data, data.outgoing ?? []) : []), [data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is read; what comes later leads nowhere else
  const ledTo = useMemo(() => {
    if (place === null || !('at' in place)) return target;
    const first = entries.find(({ message }) => message.at >= place.at) ?? entries.at(-1);
    return first ? { waMessageId: first.message.waMessageId } : null;
  }, [place, target, data === undefined]);

  const onJump = (waMessageId: string) => {
    setTarget({ waMessageId });
    if (!entries.some(({ message }) => message.waMessageId === waMessageId)) setPlace({ about: waMessageId });
  };
  const toLatest = () => {
    setTarget(null);
    setPlace(null);
  };
  const send = async ({ text: message, fileId, due, idempotencyKey }: Written) => {
    const sent = await api.messages.create({
      message,
      engineId,
      contactList: [{ mobile: chat }],
      dueDate: due?.local ?? 'now',
      ...(due && { zone: due.zone }),
      ...(fileId !== null && { attachment: { fileId } }),
      ...(answered && { quote: quoteOf(answered) }),
      idempotencyKey,
    });
    setText('');
    setAnswered(null);
    toLatest();
    await showOutgoing(queries, { engineId, chat, place: null }, sent);
  };
  const onReply = (entry: ConversationEntry) => {
    setAnswered(entry);
    field.current?.focus();
  };

  const isLost = thread.isError && place !== null && thread.error instanceof ApiError && thread.error.status === 404;
  const mayWrite = !supportMode && canWriteTo(chat);
  const { older, newer } = data ?? { older: null, newer: null };
  const isReading = readOn.isPending || readOn.isError;
  return (
    <section className={classes.conversation} aria-label={t('screen.messagesWith', { name: name ?? chat })}>
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
        <JumpToDay onDay={(day) => setPlace({ at: startOf(day, zone) })} />
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
      {thread.isPending && <Loading />}
      {isLost && (
        <div className={classes.lost}>
          <Hint role="status">{t('notHere')}</Hint>
          <Button variant="default" size="xs" onClick={toLatest}>
            {t('conversation:toLatest')}
          </Button>
        </div>
      )}
      {thread.isError && !isLost && !data && (
        <ErrorState title={t('screen.threadFailed')} error={thread.error} onRetry={() => void thread.refetch()} />
      )}
      {data && (
        <Thread
          key={JSON.stringify(place)}
          label={t('screen.messagesWith', { name: name ?? chat })}
          entries={entries}
          isGroup={isGroupId(chat)}
          actions={{
            onFetch,
            onJump,
            onReply: mayWrite ? onReply : undefined,
            outgoingActions: (entry) => <OutgoingActions entry={entry} {...outgoing} />,
          }}
          onOlder={older === null ? null : () => !isReading && readOn.mutate({ way: 'older', from: older })}
          onNewer={newer === null ? null : () => !isReading && readOn.mutate({ way: 'newer', from: newer })}
          onLatest={toLatest}
          target={ledTo}
          beginning={
            <Hint size="xs">
              {data.keptDays === null ? t('screen.onlyOnPhone') : t('screen.keptDays', { count: data.keptDays })}
            </Hint>
          }
        />
      )}
      {readOn.isError && (
        <ErrorState title={t('screen.threadFailed')} error={readOn.error} onRetry={() => readOn.reset()} />
      )}
      {mayWrite ? (
        <Composer
          text={text}
          onText={setText}
          fieldRef={field}
          quote={answered && { writer: writerOf(answered, t('screen.you')), text: answered.message.text }}
          onRemoveQuote={() => setAnswered(null)}
          onSend={send}
        />
      ) : (
        <Hint size="sm" p="md">
          {t(supportMode ? 'screen.supportReads' : 'screen.noNumber')}
        </Hint>
      )}
    </section>
  );
}

const writerOf = ({ message }: ConversationEntry, you: string): string =>
  message.fromMe ? you : (message.fromName ?? message.from ?? '');

const quoteOf = ({ message }: ConversationEntry): QuotedMessage => ({
  waMessageId: message.waMessageId,
  from: message.fromMe ? null : message.from,
  text: message.text.slice(0, MAX_QUOTE_LENGTH).toWellFormed(),
});

/** When a day begins by a zone's clock. */
function startOf(day: string, zone: string): string {
  const atMs = Date.parse(`${day}T00:00:00Z`);
  return new Date(atMs - offsetAt(zone, atMs)).toISOString();
}

function OutgoingActions({
  entry: { outgoing },
  cancel,
  resend,
}: { entry: ConversationEntry } & ReturnType<typeof useOutgoing>) {
  const { t } = useTranslation('chats');
  if (!outgoing) return null;
  const { _id: id, version, abilities } = outgoing;
  return (
    <>
      {abilities.cancel && (
        <Button size="compact-xs" variant="default" onClick={() => cancel.mutate({ id, version })}>
          {t('screen.cancel')}
        </Button>
      )}
      {abilities.resend && (
        <Button
          size="compact-xs"
          variant="default"
          loading={resend.isPending}
          onClick={() => resend.mutate({ id, version, pastDue: 'refuse' })}
        >
          {t('screen.again')}
        </Button>
      )}
    </>
  );
}

function JumpToDay({ onDay }: { onDay: (day: string) => void }) {
  const { t } = useTranslation('chats');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('screen.jumpTo')}
          title={t('screen.jumpTo')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalendarSearch size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          maxDate={new Date().toISOString().slice(0, 10)}
          onChange={(day) => {
            setIsOpen(false);
            if (day) onDay(day);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** As high as the thread will be. */
const Loading = () => (
  <div className={classes.loading}>
    {['60%', '45%', '70%'].map((width) => (
      <Skeleton key={width} height={44} width={width} />
    ))}
  </div>
);
