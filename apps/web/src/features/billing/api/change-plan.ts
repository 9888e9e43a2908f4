import type { Subscription } from '@switchyard/contracts/billing/operations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { useRefreshMe } from '../../../lib/signed-in/use-refresh-me.ts';
import { dayOf } from '../money.ts';
import '../texts.ts';

/** After every change of the plan: refetches the user's rights (the allowed number of engines). */
export function useSubscriptionChanged() {
  const queries = useQueryClient();
  const refreshMe = useRefreshMe();
  return async (changed: Subscription) => {
    queries.setQueryData(apiQuery.billing.subscription.queryKey(), changed);
    await refreshMe();
  };
}

/** Chooses a plan: a larger one applies at once; a smaller one follows when the present one ends. */
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

/** Starts the trial. */
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
