import { Button, Skeleton } from '@mantine/core';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { ErrorState } from '../error-state.tsx';
import { Hint } from '../hint.tsx';
import { useMakeTask } from '../tasks/use-make-task.ts';
import type { ConversationEntry } from './entry.ts';
import { DeleteDialog, EditDialog, MessageMenu, PendingActs, toRetryRequest } from './message-acts.tsx';
import classes from './thread.module.css';
import { Thread } from './thread.tsx';
import { useFetchInThread, useOutgoing } from './thread-query.ts';
import { useActs } from './use-acts.ts';
import type { ChatThreadState } from './use-chat-thread.ts';
import './texts.ts';

/** The messages of one chat, including those written here and not sent yet. */
export function ChatThread(props: {
  state: ChatThreadState;
  name: string;
  /** Omitted where replies are impossible. */
  onReply?: ((entry: ConversationEntry) => void) | undefined;
}) {
  const { name } = props;
  const { of, thread, fetchMore, entries, target, toLatest, toMessage, editing, setEditing } = props.state;
  const { t } = useTranslation('conversation');
  const onFetch = useFetchInThread(of);
  const outgoing = useOutgoing();
  const onTask = useMakeTask(of, entries);
  const { supportMode } = useMe();
  const { ask, dismiss, loadOlder } = useActs(of);
  const [deleted, setDeleted] = useState<ConversationEntry | null>(null);
  const { data } = thread;
  if (thread.isPending) return <Loading />;
  if (!data) {
    const isLost = of.place !== null && thread.error instanceof ApiError && thread.error.status === 404;
    if (isLost) {
      return (
        <div className={classes.lost}>
          <Hint role="status">{t('thread.notHere')}</Hint>
          <Button variant="default" size="xs" onClick={toLatest}>
            {t('toLatest')}
          </Button>
        </div>
      );
    }
    return <ErrorState title={t('thread.threadFailed')} error={thread.error} onRetry={() => void thread.refetch()} />;
  }
  const { older, newer, keptDays, abilities } = data;
  const isReading = fetchMore.isPending || fetchMore.isError;
  return (
    <>
      <Thread
        key={JSON.stringify(of.place)}
        label={t('thread.messagesWith', { name })}
        entries={entries}
        isGroup={isGroupId(of.chat)}
        actions={{
          onFetch,
          onJump: toMessage,
          onReply: props.onReply,
          onTask: onTask ?? undefined,
          menu: supportMode
            ? undefined
            : (entry) => (
                <MessageMenu
                  entry={entry}
                  abilities={abilities}
                  onAct={ask}
                  onEdit={() => setEditing(entry)}
                  onDelete={() => setDeleted(entry)}
                />
              ),
          underWay: ({ message: { acts, waMessageId } }) => (
            <PendingActs
              acts={acts}
              isReadOnly={supportMode}
              onRetry={(act) => {
                const retry = toRetryRequest(act, waMessageId);
                if (retry) ask(retry);
              }}
              onDismiss={({ _id }) => dismiss.mutate(_id)}
            />
          ),
          outgoingActions: (entry) => <OutgoingActions entry={entry} {...outgoing} />,
        }}
        onOlder={older === null ? null : () => !isReading && fetchMore.mutate({ direction: 'older', from: older })}
        onNewer={newer === null ? null : () => !isReading && fetchMore.mutate({ direction: 'newer', from: newer })}
        onLatest={toLatest}
        target={target}
        beginning={
          <>
            <Hint size="xs">
              {keptDays === null ? t('thread.onlyOnPhone') : t('thread.keptDays', { count: keptDays })}
            </Hint>
            {abilities.olderMessages && !supportMode && (
              <Button
                size="compact-xs"
                variant="subtle"
                loading={loadOlder.isPending}
                onClick={() => loadOlder.mutate()}
              >
                {t('acts.loadOlder')}
              </Button>
            )}
          </>
        }
      />
      {editing && <EditDialog entry={editing} of={of} onClose={() => setEditing(null)} />}
      {deleted && <DeleteDialog entry={deleted} of={of} onClose={() => setDeleted(null)} />}
      {fetchMore.isError && (
        <ErrorState title={t('thread.threadFailed')} error={fetchMore.error} onRetry={() => fetchMore.reset()} />
      )}
    </>
  );
}

function OutgoingActions({
  entry: { outgoing },
  cancel,
  resend,
}: { entry: ConversationEntry } & ReturnType<typeof useOutgoing>) {
  const { t } = useTranslation('conversation');
  if (!outgoing) return null;
  const { _id: id, version, abilities } = outgoing;
  return (
    <>
      {abilities.cancel && (
        <Button size="compact-xs" variant="default" onClick={() => cancel.mutate({ id, version })}>
          {t('thread.cancel')}
        </Button>
      )}
      {abilities.resend && (
        <Button
          size="compact-xs"
          variant="default"
          loading={resend.isPending}
          onClick={() => resend.mutate({ id, version, pastDue: 'refuse' })}
        >
          {t('thread.again')}
        </Button>
      )}
    </>
  );
}

/** As tall as the thread will be. */
const Loading = () => (
  <div className={classes.loading}>
    {['60%', '45%', '70%'].map((width) => (
      <Skeleton key={width} height={44} width={width} />
    ))}
  </div>
);
