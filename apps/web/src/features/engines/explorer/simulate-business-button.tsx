import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { readEnginesAgain } from '../api/engines.ts';
import '../texts.ts';
import { simulateBusiness } from './simulate-business.ts';

/** In the demo there is no account at Meta to take the access from: a simulated one gives it. */
export function SimulateBusinessButton({ engineId, onDone }: { engineId: string; onDone: () => void }) {
  const { t } = useTranslation('engines');
  const queries = useQueryClient();
  const settings = useQuery(apiQuery.accounts.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const simulate = useMutation({
    mutationFn: () => simulateBusiness(engineId),
    onSuccess: () => {
      toast(t('settings.saved'));
      onDone();
    },
    onSettled: () => readEnginesAgain(queries),
  });
  if (!settings.data?.demo) return null;
  return (
    <>
      {simulate.error && <Notice tone="error">{simulate.error.message}</Notice>}
      <Button variant="default" loading={simulate.isPending} onClick={() => simulate.mutate()}>
        {t('settings.cloudApi.simulate')}
      </Button>
    </>
  );
}
