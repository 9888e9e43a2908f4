import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useSimulateBusiness } from '../api/simulate-business.ts';
import '../texts.ts';

/** Demo only: fills in credentials from a simulated account, because there is no real one at Meta. */
export function SimulateBusinessButton({ engineId, onDone }: { engineId: string; onDone: () => void }) {
  const { t } = useTranslation('engines');
  const settings = useQuery(apiQuery.accounts.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const simulate = useSimulateBusiness(engineId);
  // Not in a mutate callback: the surrounding form remounts with the saved values.
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
