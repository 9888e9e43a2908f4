import { Badge, Button, Skeleton, Text, Title } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { useChangePlan } from './api/change-plan.ts';
import classes from './subscription-page.module.css';
import './texts.ts';

type Plan = Subscription['plan'];

/** `/account-subscription`: the plan, what each plan offers, and who changed it when. */
export function SubscriptionPage() {
  const { t } = useTranslation('billing');
  const me = useMe();
  const subscription = useQuery(apiQuery.billing.subscription.queryOptions());
  const change = useChangePlan();
  const [leaving, setLeaving] = useState(false);
  const choose = (plan: Plan) => (plan === 'free' ? setLeaving(true) : change.mutate({ plan }));
  const { data } = subscription;
  return (
    <PageFrame widthPx={880}>
      <PageHeader title={t('title')} />
      <Text c="dimmed" size="sm">
        {t('lead', { workspace: me.workspace.name })}
      </Text>
      {subscription.isError && <ErrorState error={subscription.error} onRetry={() => void subscription.refetch()} />}
      {subscription.isPending && <Skeleton height={260} radius="md" />}
      {data && (
        <>
          <div className={classes.plans}>
            {data.plans.map((one) => (
              <PlanCard
                key={one.plan}
                {...one}
                isCurrent={one.plan === data.plan}
                mayChange={data.mayChange}
                isChanging={change.isPending}
                onChoose={() => choose(one.plan)}
              />
            ))}
          </div>
          {change.error && !leaving && <Notice tone="error">{change.error.message}</Notice>}
          <Text c="dimmed" size="sm">
            {data.mayChange ? t('demoHint') : t('ask')}
          </Text>
          {data.changes.length > 0 && (
            <section>
              <Title order={2} mb={8}>
                {t('history')}
              </Title>
              <Card as="ul" className={classes.changes}>
                {data.changes.map((one) => (
                  <li key={one._id}>
                    <span>{t('change', { from: t(`plan.${one.from}`), to: t(`plan.${one.to}`) })}</span>
                    <Text component="span" c="dimmed" size="sm">
                      <RelativeTime at={one.createdAt} /> {t('by', { name: one.by })}
                    </Text>
                  </li>
                ))}
              </Card>
            </section>
          )}
        </>
      )}
      <ConfirmDialog
        isOpen={leaving}
        title={t('freeTitle')}
        confirm={t('switch.free')}
        isRunning={change.isPending}
        error={change.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => change.mutate({ plan: 'free' }, { onSuccess: () => setLeaving(false) })}
      >
        {t('freeText')}
      </ConfirmDialog>
    </PageFrame>
  );
}

function PlanCard(props: {
  plan: Plan;
  allowedEngineCount: number;
  isCurrent: boolean;
  mayChange: boolean;
  isChanging: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation('billing');
  const { plan } = props;
  const engines = t('engines', { count: props.allowedEngineCount });
  const offers = [engines, ...(t(`offers.${plan}`, { returnObjects: true }) as readonly string[])];
  return (
    <Card className={classes.plan} data-current={props.isCurrent || undefined} aria-label={t(`plan.${plan}`)}>
      <div className={classes.planHead}>
        <Title order={2}>{t(`plan.${plan}`)}</Title>
        {props.isCurrent && <Badge variant="light">{t('current')}</Badge>}
      </div>
      <Text size="sm" c="dimmed">
        {t(`about.${plan}`)}
      </Text>
      <ul className={classes.offers}>
        {offers.map((offer) => (
          <li key={offer}>
            {offer === engines && props.allowedEngineCount === 0 ? (
              <IconMinus size={16} aria-hidden />
            ) : (
              <IconCheck size={16} aria-hidden />
            )}
            {offer}
          </li>
        ))}
      </ul>
      {!props.isCurrent && props.mayChange && (
        <Button variant={plan === 'pro' ? 'filled' : 'default'} loading={props.isChanging} onClick={props.onChoose}>
          {t(`switch.${plan}`)}
        </Button>
      )}
    </Card>
  );
}
