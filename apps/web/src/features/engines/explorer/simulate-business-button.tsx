import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useSimulateBusiness } from '../api/simulate-business.ts';
import '../texts.ts';

/** In the demo there is no account at Meta to take the access from: a simulated one gives it. */
export function SimulateBusinessButton({ engineId, onDone }: { engineId: string; onDone: () => void }) {
  const { t } = useTranslation('engines');
  const settings = useQuery(apiQuery.accounts.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const simulate = useSimulateBusiness(engineId);
  // Not by a callback of the call: the form around it is drawn anew with what was kept.
  const run = async () => {
    await simulate.mutateAsync();
    toast(t('settings.saved'));
    onDone();
  };
  if (!settings.data?.demo) return null;
  return (
    <>
      {simulate.error && <Notice tone="error">{simulate.error.message}</Notice>}
      <Button variant="default" loading={simulate.isPending} onClick={() => void run().catch(() => undefined)}>
        {t('settings.cloudApi.simulate')}
      </Button>
    </>
  );
}
