import { Button, Skeleton, Text, Title } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing';
import { isLarger, type Plan } from '@switchyard/contracts/plans';
import { IconGift } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { isDemo } from '../../lib/page/page-facts.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { useChangePlan, useStartTrial } from './api/change-plan.ts';
import { dayOf } from './money.ts';
import { DowngradeDialog } from './plans/downgrade-dialog.tsx';
import { PlanCards } from './plans/plan-cards.tsx';
import classes from './subscription-page.module.css';
import './texts.ts';

/** `/account-subscription`: the plan, what comes next, what each plan offers, and who changed it when. */
export function SubscriptionPage() {
  const { t } = useTranslation('billing');
  const me = useMe();
  const subscription = useQuery(apiQuery.billing.subscription.queryOptions());
  const { data } = subscription;
  return (
    <PageFrame widthPx={1040}>
      <PageHeader title={t('title')} />
      <Text c="dimmed" size="sm">
        {t('lead', { workspace: me.workspace.name })}
      </Text>
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
  const [down, setDown] = useState<Plan | null>(null);
  const isBusy = change.isPending || trial.isPending;
  const choose = (plan: Plan) => (isLarger(data.plan, plan) ? setDown(plan) : change.mutate({ plan }));
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
  const failure = change.error ?? trial.error;
  return (
    <>
      <WhatComes data={data} isBusy={isBusy} onKeep={() => change.mutate({ plan: data.plan })} />
      <PlanCards plans={data.plans} currency={data.currency} current={data.plan} action={action} />
      {failure && down === null && <Notice tone="error">{failure.message}</Notice>}
      <Text c="dimmed" size="sm">
        {data.mayChange ? t(isDemo() ? 'demoHint' : 'payHint') : t('ask')}
      </Text>
      <DowngradeDialog
        subscription={data}
        to={down}
        isRunning={change.isPending}
        error={change.error?.message}
        onClose={() => setDown(null)}
        onConfirm={(plan) => change.mutate({ plan }, { onSuccess: () => setDown(null) })}
      />
    </>
  );
}

/** Until when it is paid, what the plan becomes, and how to keep it. */
function WhatComes({ data, isBusy, onKeep }: { data: Subscription; isBusy: boolean; onKeep: () => void }) {
  const { t } = useTranslation('billing');
  const { next, periodEndsAt, openInvoiceId } = data;
  if (!next && !periodEndsAt && !openInvoiceId) return null;
  const from = t(`plan.${data.plan}`);
  return (
    <Card as="div" className={classes.next}>
      <span>
        {next && t(`next.${next.reason}`, { date: formatDay(dayOf(next.at)), plan: t(`plan.${next.plan}`), from })}
        {!next && periodEndsAt && t('paidUntil', { date: formatDay(dayOf(periodEndsAt)) })}
        {openInvoiceId && ` ${t('openInvoice')}`}
      </span>
      {openInvoiceId && (
        <AnchorLink to="/invoices/$invoiceId" params={{ invoiceId: openInvoiceId }} size="sm">
          {t('toInvoice')}
        </AnchorLink>
      )}
      {next?.reason === 'asked' && data.mayChange && (
        <Button size="sm" variant="light" loading={isBusy} onClick={onKeep}>
          {t('keep', { plan: from })}
        </Button>
      )}
    </Card>
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
        {changes.map((one) => (
          <li key={one._id}>
            <span>{t('change', { from: t(`plan.${one.from}`), to: t(`plan.${one.to}`) })}</span>
            <Text component="span" c="dimmed" size="sm">
              <RelativeTime at={one.createdAt} /> {t('by', { name: one.by })}
            </Text>
          </li>
        ))}
      </Card>
    </section>
  );
}
