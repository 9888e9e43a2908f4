import { Skeleton } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { IconGift } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { UpcomingPlan } from '../upcoming-plan.tsx';
import { PlanTable } from './plan-table.tsx';
import { usePlanChoice } from './use-plan-choice.tsx';

/** `/pricing`: contents and prices of the plans beside the workspace's usage, and ways to change plan. */
export function PricingPage() {
  const { t } = useTranslation('billing');
  const { data, error, isPending, refetch } = useQuery(apiQuery.billing.subscription.queryOptions());
  return (
    <PageFrame widthPx={960}>
      <PageHeader title={t('pricing.title')} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={520} radius="md" />}
      {data && !data.isOn && <EmptyState icon={IconGift} title={t('off.title')} text={t('off.text')} />}
      {data?.isOn && <Pricing data={data} />}
    </PageFrame>
  );
}

function Pricing({ data }: { data: Subscription }) {
  const { t } = useTranslation('billing');
  const choice = usePlanChoice(data);
  return (
    <>
      <Hint>{t('pricing.lead')}</Hint>
      <UpcomingPlan data={data} isBusy={choice.isBusy} onKeep={choice.keepPlan} onPayment={choice.openPayment} />
      <PlanTable data={data} buttons={choice.buttons} />
      {choice.below}
    </>
  );
}
