import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/message';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast } from '../../../components/toasts.ts';
import { useCancelMessage } from '../api/cancel-message.ts';
import { messageDetail } from '../api/messages.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { useRemoveMessage } from '../api/remove-message.ts';
import { BeforeWords, PollOptions } from '../files/message-carried.tsx';
import '../texts.ts';
import classes from './message-panel.module.css';
import { MessageStatus } from './message-status.tsx';
import { SettleDoubt } from './settle-doubt.tsx';

/** Everything about one message, why it waits, and what may be done with it. */
export function MessagePanel(props: { id: string; onEdit: (message: Message) => void; onGone: () => void }) {
  const { t } = useTranslation('messages');
  const detail = useQuery(messageDetail(props.id));
  if (detail.isPending) return <Loader aria-label={t('loading')} />;
  if (detail.isError) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  const message = detail.data;
  const facts: [string, React.ReactNode][] = [
    [
      t('detail.to'),
      <bdi key="to">{[message.contactName, message.contactList[0]?.mobile].filter(Boolean).join(' · ')}</bdi>,
    ],
    [t('detail.due'), <RelativeTime key="due" at={message.dueDate} exact />],
    ...(message.sentAt
      ? [[t('detail.sent'), <RelativeTime key="sent" at={message.sentAt} />] as [string, React.ReactNode]]
      : []),
    ...(message.deliveredAt
      ? [
          [t('detail.delivered'), <RelativeTime key="delivered" at={message.deliveredAt} />] as [
            string,
            React.ReactNode,
          ],
        ]
      : []),
    ...(message.readAt
      ? [[t('detail.read'), <RelativeTime key="read" at={message.readAt} />] as [string, React.ReactNode]]
      : []),
    [t('detail.zone'), message.zone],
    [t('column.sentWith'), message.sentWith],
    [t('detail.origin'), t(`origin.${message.origin}`)],
    ...(message.campaignId ? [[t('column.campaignId'), message.campaignId] as [string, React.ReactNode]] : []),
    [t('column.retryCount'), message.retryCount],
    [t('column.isRecurring'), t(message.isRecurring ? 'yes' : 'no')],
    [t('column.verifyContact'), t(message.verifyContact ? 'yes' : 'no')],
    [t('column.createdAt'), <RelativeTime key="created" at={message.createdAt} />],
  ];
  return (
    <Stack gap="md">
      <MessageStatus message={message} />
      <BeforeWords message={message} />
      {message.message !== '' && (
        <Text className={classes.text} dir="auto">
          {message.message}
        </Text>
      )}
      {message.poll && <PollOptions poll={message.poll} />}
      {message.sendFailureReason && (
        <Alert color="red" title={t(message.status === 'sent' ? 'detail.remark' : 'detail.failure')}>
          {message.sendFailureReason}
        </Alert>
      )}
      {message.holds.length > 0 && (
        <section aria-label={t('detail.holds')}>
          <Text fw={600} size="sm" mb={4}>
            {t('detail.holds')}
          </Text>
          <ul className={classes.holds}>
            {message.holds.map((hold) => (
              <li key={hold.rule}>{hold.text}</li>
            ))}
          </ul>
        </section>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <MessageActions message={message} onEdit={props.onEdit} onGone={props.onGone} />
    </Stack>
  );
}

function MessageActions(props: { message: Message; onEdit: (message: Message) => void; onGone: () => void }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const [asks, setAsks] = useState<'cancel' | 'remove' | null>(null);
  const cancel = useCancelMessage();
  const remove = useRemoveMessage();
  const { abilities, _id: id, version, contactName } = props.message;
  const name = contactName || (props.message.contactList[0]?.mobile ?? '');
  return (
    <Stack gap="xs">
      <SettleDoubt message={props.message} />
      <Group gap="xs">
        {abilities.edit && (
          <Button size="sm" onClick={() => props.onEdit(props.message)}>
            {t('detail.edit')}
          </Button>
        )}
        {abilities.cancel && (
          <Button size="sm" variant="default" onClick={() => setAsks('cancel')}>
            {t('detail.cancel')}
          </Button>
        )}
        {abilities.remove && (
          <Button size="sm" variant="default" onClick={() => setAsks('remove')}>
            {t('detail.remove')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        isOpen={asks === 'cancel'}
        title={t('detail.cancelTitle')}
        confirm={t('detail.cancel')}
        isRunning={cancel.isPending}
        error={cancel.isError ? refusal(cancel.error) : undefined}
        onClose={() => {
          setAsks(null);
          cancel.reset();
        }}
        onConfirm={() =>
          cancel.mutate(
            { id, version },
            {
              onSuccess: () => {
                setAsks(null);
                toast(t('detail.cancelled'));
              },
            },
          )
        }
      >
        {t('detail.cancelText', { name })}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asks === 'remove'}
        title={t('detail.removeTitle')}
        confirm={t('detail.remove')}
        isRunning={remove.isPending}
        error={remove.isError ? refusal(remove.error) : undefined}
        onClose={() => {
          setAsks(null);
          remove.reset();
        }}
        onConfirm={() =>
          remove.mutate(
            { id },
            {
              onSuccess: () => {
                setAsks(null);
                toast(t('detail.removed'));
                props.onGone();
              },
            },
          )
        }
      >
        {t('detail.removeText', { name })}
      </ConfirmDialog>
    </Stack>
  );
}
