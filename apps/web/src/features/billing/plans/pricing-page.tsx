import { Skeleton } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { PlanCards } from './plan-cards.tsx';

/** `/pricing`: what each plan has and costs, for who is signed in. */
export function PricingPage() {
  const { t } = useTranslation('billing');
  const { data, error, isPending, refetch } = useQuery(apiQuery.billing.subscription.queryOptions());
  return (
    <PageFrame widthPx={1040}>
      <PageHeader
        title={t('pricing.title')}
        actions={<ButtonLink to="/account-subscription">{t('pricing.open')}</ButtonLink>}
      />
      <Hint>{t('pricing.lead')}</Hint>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={320} radius="md" />}
      {data && !data.isOn && <EmptyState icon={IconGift} title={t('off.title')} text={t('off.text')} />}
      {data?.isOn && <PlanCards plans={data.plans} currency={data.currency} current={data.plan} />}
    </PageFrame>
  );
}
