import { Skeleton } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { isDemo } from '../../lib/page/page-facts.ts';
import { LifeSwitch } from './life-switch.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { arrivedQuery } from './simulated-phone.ts';
import classes from './simulator-page.module.css';
import './texts.ts';

/** Maximum contacts to choose from. */
const MAX_CONTACTS = 500;

/** `/whatsapp-simulator`: plays a phone on the simulated WhatsApp; in the demo only. */
export function SimulatorPage() {
  const { t } = useTranslation('simulator');
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: 100 }, enabled: isDemo() }));
  const contacts = useQuery(apiQuery.contacts.list.queryOptions({ input: { limit: MAX_CONTACTS }, enabled: isDemo() }));
  const latest = useQuery({ ...arrivedQuery(null), enabled: isDemo(), refetchInterval: false });
  return (
    <PageFrame widthPx={960} gapPx={12}>
      <PageHeader title={t('title')} />
      {!isDemo() ? (
        <EmptyState
          icon={IconDeviceMobileOff}
          title={t('absent')}
          text={t('absentText')}
          action={<ButtonLink to="/engines">{t('toEngines')}</ButtonLink>}
        />
      ) : (
        <>
          <Hint>{t('lead')}</Hint>
          {engines.isError && <ErrorState error={engines.error} onRetry={() => void engines.refetch()} />}
          {latest.isError && <ErrorState error={latest.error} onRetry={() => void latest.refetch()} />}
          {engines.data && latest.data && !contacts.isPending ? (
            <PhonePanel engines={engines.data.data} contacts={contacts.data?.data ?? []} latest={latest.data} />
          ) : (
            !engines.isError && !latest.isError && <Skeleton className={classes.phone} role="status" />
          )}
          <LifeSwitch />
        </>
      )}
    </PageFrame>
  );
}
