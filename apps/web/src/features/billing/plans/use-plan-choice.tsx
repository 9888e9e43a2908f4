import { Button } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { isLarger, type Plan } from '@switchyard/contracts/billing/plans';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { isDemo } from '../../../lib/page/page-facts.ts';
import { useChangePlan, useStartTrial } from '../api/change-plan.ts';
import { useOpenPayment } from '../api/payment.ts';
import '../texts.ts';
import { DowngradeDialog } from './downgrade-dialog.tsx';

interface PlanChoice {
  /** Actions available for a plan; null if there are none. */
  buttons: (plan: Plan) => ReactNode;
  /** Errors, how changes are paid, and the confirmation before a smaller plan. */
  below: ReactNode;
  isBusy: boolean;
  /** Cancels the change and stays on the present plan. */
  keepPlan: () => void;
  /** Opens the payment provider's page for what is paid. */
  openPayment: () => void;
}

/** Trying, buying and leaving plans. */
export function usePlanChoice(data: Subscription): PlanChoice {
  const { t } = useTranslation('billing');
  const change = useChangePlan();
  const trial = useStartTrial();
  const payment = useOpenPayment();
  const [down, setDown] = useState<Plan | null>(null);
  const closeDowngrade = () => setDown(null);
  // Until the browser has left for the payment page, nothing else may start.
  const isBusy = change.isPending || trial.isPending || payment.isPending || payment.isSuccess;
  const buy = (plan: Plan) => (data.provider ? payment.mutate({ plan }) : change.mutate({ plan }));
  const choose = (plan: Plan) => (isLarger(data.plan, plan) ? setDown(plan) : buy(plan));
  const reducing = data.isCharged ? payment : change;
  const reduce = (plan: Plan) =>
    data.isCharged
      ? payment.mutate({ plan }, { onSuccess: closeDowngrade })
      : change.mutate({ plan }, { onSuccess: closeDowngrade });
  const failure = change.error ?? trial.error ?? payment.error;
  return {
    isBusy,
    keepPlan: () => (data.isCharged ? payment.mutate({}) : change.mutate({ plan: data.plan })),
    openPayment: () => payment.mutate({}),
    buttons(plan) {
      if (!data.mayChange) return null;
      const isOffered = plan === data.plan ? data.isTrial : !(isLarger(data.plan, plan) && data.next);
      if (!isOffered) return null;
      return (
        <>
          {plan === 'pro' && data.mayTry && (
            <Button
              variant="default"
              loading={trial.isPending}
              disabled={isBusy}
              onClick={() => trial.mutate(undefined)}
            >
              {t('trial.start')}
            </Button>
          )}
          <Button
            variant={isLarger(data.plan, plan) ? 'default' : 'filled'}
            disabled={isBusy}
            onClick={() => choose(plan)}
          >
            {plan === data.plan ? t('buy', { plan: t(`plan.${plan}`) }) : t(`switch.${plan}`)}
          </Button>
        </>
      );
    },
    below: (
      <>
        {failure && down === null && <Notice tone="error">{failure.message}</Notice>}
        <Hint>{data.mayChange ? t(hintOf(data)) : t('ask')}</Hint>
        <DowngradeDialog
          subscription={data}
          to={down}
          isRunning={reducing.isPending}
          error={reducing.error?.message}
          onClose={closeDowngrade}
          onConfirm={reduce}
        />
      </>
    ),
  };
}

function hintOf({ provider }: Subscription) {
  if (provider) return 'payment.hint';
  return isDemo() ? 'demoHint' : 'payHint';
}
