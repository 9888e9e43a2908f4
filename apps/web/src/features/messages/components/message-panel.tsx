import { Alert, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/messages/message';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import type { ComposeTarget } from '../../../lib/dialogs/compose-target.ts';
import { messageDetail } from '../api/messages.ts';
import { MessageExtras, PollOptions } from '../files/message-extras.tsx';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { MessageActions } from './message-actions.tsx';
import { MessageFacts } from './message-facts.tsx';
import { MessageHolds } from './message-holds.tsx';
import classes from './message-panel.module.css';
import { MessageStatus } from './message-status.tsx';
import { MessageTimeline } from './message-timeline.tsx';
import { RecipientTime } from './recipient-time.tsx';

/** Loaded only for messages of a series: the recurrence texts in all languages are large. */
const SeriesSection = lazy(() => import('../recurrence/series-section.tsx'));

/** Everything about one message: content, holds, available actions, and delivery progress. */
export function MessagePanel(props: {
  id: string;
  onCompose: (target: ComposeTarget) => void;
  /** Shows another message in this panel. */
  onOpen: (id: string) => void;
  onGone: () => void;
}) {
  const { t } = useTranslation('messages');
  const detail = useQuery(messageDetail(props.id));
  if (detail.isPending) return <Loader aria-label={t('loading')} />;
  if (detail.isError) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  const message = detail.data;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <RecipientLine message={message} />
        <MessageStatus message={message} />
      </Group>
      <RecipientTime message={message} />
      <MessageExtras message={message} />
      {message.message !== '' && (
        <Text className={classes.text} dir="auto">
          {message.message}
        </Text>
      )}
      {message.poll && <PollOptions poll={message.poll} />}
      {message.sendFailureReason && (
        // A message that arrived did not fail: it was cancelled after it had left.
        <Alert
          color={message.status === 'sent' ? 'yellow' : 'red'}
          title={t(message.status === 'sent' ? 'detail.remark' : 'detail.failure')}
        >
          {translateText(message.sendFailureReason)}
        </Alert>
      )}
      <MessageHolds message={message} />
      {message.series && message.seriesId && (
        <Suspense fallback={<Skeleton height={64} />}>
          <SeriesSection id={message.seriesId} series={message.series} />
        </Suspense>
      )}
      <MessageActions message={message} onCompose={props.onCompose} onOpen={props.onOpen} onGone={props.onGone} />
      <MessageTimeline message={message} />
      <MessageFacts message={message} />
    </Stack>
  );
}

/** The recipient's name and number. */
function RecipientLine({ message: { contactName, contactList } }: { message: Message }) {
  const { t } = useTranslation('messages');
  const mobile = contactList[0]?.mobile ?? '';
  return (
    <Text component="div" size="sm" aria-label={t('detail.to')} role="group">
      <Text span fw={600} inherit>
        <bdi>{contactName || mobile}</bdi>
      </Text>
      {contactName !== '' && contactName !== mobile && (
        <Text span c="dimmed" inherit>
          {' '}
          <bdi>{mobile}</bdi>
        </Text>
      )}
    </Text>
  );
}
