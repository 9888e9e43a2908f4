import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { WebhookAttempt, WebhookDelivery } from '@switchyard/contracts/webhooks/operations';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import './texts.ts';

const SHOWN_ATTEMPTS = 20;

/** One delivery: its payload, and the result of each attempt. */
export function DeliveryPanel({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks');
  const { supportMode } = useMe();
  const { _id: id } = delivery;
  const attempts = useInfiniteQuery(
    apiQuery.webhooks.attempts.infiniteOptions({
      input: (skip: number) => ({ id, limit: SHOWN_ATTEMPTS, skip }),
      initialPageParam: 0,
      getNextPageParam: ({ total }, _all, skip) => (skip + SHOWN_ATTEMPTS < total ? skip + SHOWN_ATTEMPTS : undefined),
    }),
  );
  const replay = useReplay();
  if (attempts.isError) return <ErrorState error={attempts.error} onRetry={() => void attempts.refetch()} />;
  if (attempts.isPending) return <Skeleton height={320} radius="sm" />;
  const rows = attempts.data.pages.flatMap(({ data }) => data);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusBadge context="delivery" state={delivery.state} />
        {!supportMode && (
          <Button size="xs" variant="default" loading={replay.isPending} onClick={() => replay.mutate({ id })}>
            {t('deliveries.replay')}
          </Button>
        )}
      </Group>
      {replay.error && <Notice tone="error">{replay.error.message}</Notice>}
      <div>
        <Hint size="xs">{t('deliveries.to')}</Hint>
        <Text size="sm" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
          {delivery.url}
        </Text>
      </div>
      <Block name={t('deliveries.body')} text={indented(attempts.data.pages[0]?.body ?? '')} />
      <Heading order={3} size="h4">
        {t('deliveries.tries')}
      </Heading>
      {rows.length === 0 && <Hint>{t('deliveries.noTries')}</Hint>}
      {rows.map((attempt) => (
        <Attempt key={attempt._id} attempt={attempt} />
      ))}
      {attempts.hasNextPage && (
        <Button variant="default" loading={attempts.isFetchingNextPage} onClick={() => void attempts.fetchNextPage()}>
          {t('deliveries.more')}
        </Button>
      )}
    </Stack>
  );
}

function useReplay() {
  const { t } = useTranslation('webhooks');
  return useMutation(
    apiQuery.webhooks.replay.mutationOptions({
      onSuccess: () => toast(t('deliveries.replayed')),
    }),
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation('webhooks');
  return (
    <Stack gap={6} component="section" aria-label={`${attempt.number}`}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {attempt.number}. {attempt.fault ? t(`fault.${attempt.fault}`) : attempt.status}
        </Text>
        <Hint size="xs">
          <RelativeTime at={attempt.at} /> · {t('deliveries.took', { ms: attempt.durationMs })}
        </Hint>
      </Group>
      <Block name={t('deliveries.requestHeaders')} text={lines(attempt.requestHeaders)} />
      {attempt.responseHeaders && (
        <Block name={t('deliveries.responseHeaders')} text={lines(attempt.responseHeaders)} />
      )}
      {attempt.responseBody && <Block name={t('deliveries.answer')} text={attempt.responseBody} />}
    </Stack>
  );
}

const Block = ({ name, text }: { name: string; text: string }) => (
  <details open={text.length < 1_000}>
    <Text component="summary" size="sm" mb={4} style={{ cursor: 'pointer' }}>
      {name}
    </Text>
    <Code block dir="ltr" style={{ maxBlockSize: 320, overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
      {text}
    </Code>
  </details>
);

const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const indented = (json: string) => JSON.stringify(JSON.parse(json || '{}'), null, 2);
