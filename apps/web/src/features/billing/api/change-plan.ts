import type { Subscription } from '@switchyard/contracts/billing/operations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { useReadMeAgain } from '../../../lib/signed-in/use-read-me-again.ts';
import { dayOf } from '../money.ts';
import '../texts.ts';

/** What every change of the plan brings: what the user may do (the allowed engine count) is read again. */
export function useSubscriptionChanged() {
  const queries = useQueryClient();
  const readMeAgain = useReadMeAgain();
  return async (changed: Subscription) => {
    queries.setQueryData(apiQuery.billing.subscription.queryKey(), changed);
    await readMeAgain();
  };
}

/** Chooses a plan: a larger one is in force at once, a smaller one is to come, and the present one stays. */
export function useChangePlan() {
  const { t } = useTranslation('billing');
  const changedTo = useSubscriptionChanged();
  return useMutation(
    apiQuery.billing.changePlan.mutationOptions({
      onSuccess: async (changed, { plan }) => {
        await changedTo(changed);
        const { next } = changed;
        if (changed.plan === plan) toast(t('switched', { plan: t(`plan.${plan}`) }));
        else if (next) toast(t('scheduled', { plan: t(`plan.${next.plan}`), date: formatDay(dayOf(next.at)) }));
      },
    }),
  );
}

/** Begins the trial. */
export function useStartTrial() {
  const { t } = useTranslation('billing');
  const changedTo = useSubscriptionChanged();
  return useMutation(
    apiQuery.billing.startTrial.mutationOptions({
      onSuccess: async (changed) => {
        await changedTo(changed);
        toast(t('trial.started'));
      },
    }),
  );
}
