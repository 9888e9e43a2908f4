import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { forgetWhoIsSignedIn } from '../../../lib/signed-in/signed-in.ts';
import '../texts.ts';

/** Changes the plan; what the user may do (the allowed engine count) is then read again. */
export function useChangePlan() {
  const { t } = useTranslation('billing');
  const queries = useQueryClient();
  const router = useRouter();
  return useMutation(
    apiQuery.billing.changePlan.mutationOptions({
      onSuccess: async (changed) => {
        queries.setQueryData(apiQuery.billing.subscription.queryKey(), changed);
        forgetWhoIsSignedIn();
        await router.invalidate();
        toast(t('switched', { plan: t(`plan.${changed.plan}`) }));
      },
    }),
  );
}
