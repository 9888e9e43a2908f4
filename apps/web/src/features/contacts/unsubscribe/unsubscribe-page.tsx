import { Button, Stack, Text } from '@mantine/core';
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PublicCard, PublicCardSkeleton } from '../../../components/public-card.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { browserZone, formatTimeOfDay } from '../../../lib/format/dates.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import './texts.ts';

/** The page with its own query client: screens outside the shell have none. */
export function UnsubscribePage({ subscriptionId }: { subscriptionId: string }) {
  // Nobody is signed in here, so there is no one to sign out.
  const [queries] = useState(() => createQueryClient(() => undefined));
  return (
    <QueryClientProvider client={queries}>
      <Unsubscribe subscriptionId={subscriptionId} />
    </QueryClientProvider>
  );
}

/**
 * `/unsubscribe/:subscriptionID`, for anyone who has the link from a message. Opening it changes nothing; its button
 * does.
 */
function Unsubscribe({ subscriptionId }: { subscriptionId: string }) {
  const { t } = useTranslation('unsubscribe');
  const queries = useQueryClient();
  const query = apiQuery.suppression.subscription.queryOptions({
    input: { subscriptionId },
    retry: false,
    meta: { isApart: true },
  });
  const found = useQuery(query);
  const onSuccess = (answer: NonNullable<typeof found.data>) => queries.setQueryData(query.queryKey, answer);
  const unsubscribe = useMutation(apiQuery.suppression.leave.mutationOptions({ onSuccess }));
  const resubscribe = useMutation(apiQuery.suppression.stay.mutationOptions({ onSuccess }));
  const workspace = found.data?.workspaceName ?? '';
  useTitle(found.data ? t('title', { workspace }) : t('unknownTitle'));
  if (found.isPending) return <PublicCardSkeleton />;
  if (!found.data) {
    const isUnknown = found.error instanceof ApiError && [404, 422].includes(found.error.status);
    return (
      <PublicCard title={t(isUnknown ? 'unknownTitle' : 'failed')} lead={isUnknown ? t('unknown') : undefined}>
        {!isUnknown && <Button onClick={() => void found.refetch()}>{t('retry')}</Button>}
      </PublicCard>
    );
  }
  const { number, isSubscribed, undoUntil } = found.data;
  const error = unsubscribe.error ?? resubscribe.error;
  return (
    <PublicCard title={t('title', { workspace })}>
      <Stack gap="md">
        {error && <Notice tone="error">{error.message}</Notice>}
        {resubscribe.isSuccess && isSubscribed && <Notice tone="success">{t('stayed')}</Notice>}
        <Text role="status">{t(isSubscribed ? 'asks' : 'left', { number, workspace })}</Text>
        {isSubscribed ? (
          <Button size="md" loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ subscriptionId })}>
            {t('leave')}
          </Button>
        ) : (
          undoUntil && (
            <>
              <Hint>{t('undoUntil', { time: formatTimeOfDay(new Date(undoUntil), browserZone()) })}</Hint>
              <Button
                variant="default"
                loading={resubscribe.isPending}
                onClick={() => resubscribe.mutate({ subscriptionId })}
              >
                {t('undo')}
              </Button>
            </>
          )
        )}
      </Stack>
    </PublicCard>
  );
}
