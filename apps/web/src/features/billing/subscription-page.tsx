import { Skeleton, Text, Title } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { isLarger } from '@switchyard/contracts/billing/plans';
import { IconGift } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { useReadPayment } from './api/payment.ts';
import { PlanCards } from './plans/plan-cards.tsx';
import { usePlanChoice } from './plans/use-plan-choice.tsx';
import classes from './subscription-page.module.css';
import './texts.ts';
import { UpcomingPlan } from './upcoming-plan.tsx';

/**
 * `/account-subscription`: the plan, upcoming changes, the next larger plan, and the history. `isBack`: returned from
 * the payment provider; what was paid there is read once, then `onRead` is called.
 */
export function SubscriptionPage({ isBack, onRead }: { isBack: boolean; onRead: () => void }) {
  const { t } = useTranslation('billing');
  const me = useMe();
  const subscription = useQuery(apiQuery.billing.subscription.queryOptions());
  const { data } = subscription;
  const { mutate: read, error: unread } = useReadPayment();
  const isPaymentUnread = useRef(isBack);
  useEffect(() => {
    if (!isPaymentUnread.current) return;
    isPaymentUnread.current = false;
    read(undefined, { onSettled: onRead });
  }, [read, onRead]);
  return (
    <PageFrame widthPx={1040}>
      <PageHeader
        title={t('title')}
        actions={
          data?.isOn && (
            <ButtonLink to="/pricing" variant="default">
              {t('credits.compare')}
            </ButtonLink>
          )
        }
      />
      <Hint>{t('lead', { workspace: me.workspace.name })}</Hint>
      {unread && <Notice tone="error">{t('payment.unread', { why: unread.message })}</Notice>}
      {subscription.isError && <ErrorState error={subscription.error} onRetry={() => void subscription.refetch()} />}
      {subscription.isPending && <Skeleton height={320} radius="md" />}
      {data && !data.isOn && <EmptyState icon={IconGift} title={t('off.title')} text={t('off.text')} />}
      {data?.isOn && <Plans data={data} />}
      {data && data.changes.length > 0 && <Changes changes={data.changes} />}
    </PageFrame>
  );
}

function Plans({ data }: { data: Subscription }) {
  const choice = usePlanChoice(data);
  const next = data.plans.find(({ plan }) => isLarger(plan, data.plan));
  const shownPlans = data.plans.filter(({ plan }) => plan === data.plan || plan === next?.plan);
  return (
    <>
      <UpcomingPlan data={data} isBusy={choice.isBusy} onKeep={choice.keepPlan} onPayment={choice.openPayment} />
      <PlanCards plans={shownPlans} currency={data.currency} current={data.plan} action={choice.buttons} />
      {choice.below}
    </>
  );
}

function Changes({ changes }: Pick<Subscription, 'changes'>) {
  const { t } = useTranslation('billing');
  return (
    <section>
      <Title order={2} mb={8}>
        {t('history')}
      </Title>
      <Card as="ul" className={classes.changes}>
        {changes.map((change) => (
          <li key={change._id}>
            <span>{t('change', { from: t(`plan.${change.from}`), to: t(`plan.${change.to}`) })}</span>
            <Text component="span" c="dimmed" size="sm">
              <RelativeTime at={change.createdAt} /> {t('by', { name: change.by })}
            </Text>
          </li>
        ))}
      </Card>
    </section>
  );
}
