import { Button, Skeleton, Text, Title } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { isLarger, type Plan } from '@switchyard/contracts/billing/plans';
import { IconGift } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { isDemo } from '../../lib/page/page-facts.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { useChangePlan, useStartTrial } from './api/change-plan.ts';
import { useOpenPayment, useReadPayment } from './api/payment.ts';
import { DowngradeDialog } from './plans/downgrade-dialog.tsx';
import { PlanCards } from './plans/plan-cards.tsx';
import classes from './subscription-page.module.css';
import './texts.ts';
import { UpcomingPlan } from './upcoming-plan.tsx';

/**
 * `/account-subscription`: the plan, what comes next, what each plan offers, and who changed it when.
 * `isBack`: from the payment provider; what was paid there is read once, then `onRead` is called.
 */
export function SubscriptionPage({ isBack, onRead }: { isBack: boolean; onRead: () => void }) {
  const { t } = useTranslation('billing');
  const me = useMe();
  const subscription = useQuery(apiQuery.billing.subscription.queryOptions());
  const { data } = subscription;
  const { mutate: read, error: unread } = useReadPayment();
  const isToRead = useRef(isBack);
  useEffect(() => {
    if (!isToRead.current) return;
    isToRead.current = false;
    read(undefined, { onSettled: onRead });
  }, [read, onRead]);
  return (
    <PageFrame widthPx={1040}>
      <PageHeader title={t('title')} />
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
  const { t } = useTranslation('billing');
  const change = useChangePlan();
  const trial = useStartTrial();
  const payment = useOpenPayment();
  const [down, setDown] = useState<Plan | null>(null);
  const leave = () => setDown(null);
  // Until the browser has gone to where it is paid, nothing else is begun.
  const isBusy = change.isPending || trial.isPending || payment.isPending || payment.isSuccess;
  const buy = (plan: Plan) => (data.provider ? payment.mutate({ plan }) : change.mutate({ plan }));
  const choose = (plan: Plan) => (isLarger(data.plan, plan) ? setDown(plan) : buy(plan));
  const reduce = (plan: Plan) =>
    data.isCharged ? payment.mutate({ plan }, { onSuccess: leave }) : change.mutate({ plan }, { onSuccess: leave });
  const reducing = data.isCharged ? payment : change;
  const action = (plan: Plan) => {
    if (!data.mayChange) return null;
    const isOffered = plan === data.plan ? data.isTrial : !(isLarger(data.plan, plan) && data.next);
    if (!isOffered) return null;
    return (
      <>
        {plan === 'pro' && data.mayTry && (
          <Button variant="default" loading={trial.isPending} disabled={isBusy} onClick={() => trial.mutate(undefined)}>
            {t('trial.start')}
          </Button>
        )}
        <Button variant={plan === 'free' ? 'default' : 'filled'} disabled={isBusy} onClick={() => choose(plan)}>
          {plan === data.plan ? t('buy', { plan: t(`plan.${plan}`) }) : t(`switch.${plan}`)}
        </Button>
      </>
    );
  };
  const failure = change.error ?? trial.error ?? payment.error;
  return (
    <>
      <UpcomingPlan
        data={data}
        isBusy={isBusy}
        onKeep={() => (data.isCharged ? payment.mutate({}) : change.mutate({ plan: data.plan }))}
        onPayment={() => payment.mutate({})}
      />
      <PlanCards plans={data.plans} currency={data.currency} current={data.plan} action={action} />
      {failure && down === null && <Notice tone="error">{failure.message}</Notice>}
      <Hint>{data.mayChange ? t(hintOf(data)) : t('ask')}</Hint>
      <DowngradeDialog
        subscription={data}
        to={down}
        isRunning={reducing.isPending}
        error={reducing.error?.message}
        onClose={leave}
        onConfirm={reduce}
      />
    </>
  );
}

function hintOf({ provider }: Subscription) {
  if (provider) return 'payment.hint';
  return isDemo() ? 'demoHint' : 'payHint';
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
