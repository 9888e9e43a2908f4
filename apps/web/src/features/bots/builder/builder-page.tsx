import { Skeleton } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { Builder } from './builder.tsx';

/** `/bot-build-view/:botId`: the flow of a bot. */
export function BuilderPage({ botId }: { botId: string }) {
  const { t } = useTranslation('bots');
  const found = useQuery(apiQuery.bots.get.queryOptions({ input: { id: botId } }));
  if (found.error instanceof ApiError && [404, 422].includes(found.error.status)) {
    return (
      <EmptyState
        icon={IconRobot}
        isPage
        title={t('detail.absent')}
        text={t('detail.absentText')}
        action={<ButtonLink to="/bot-list-view">{t('detail.back')}</ButtonLink>}
      />
    );
  }
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) {
    return (
      <PageFrame isFilling role="status" aria-label={t('builder.loading')}>
        <Skeleton height={36} width={240} />
        <Skeleton height={480} radius="md" />
      </PageFrame>
    );
  }
  return <Builder key={botId} bot={found.data} />;
}
