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
import { PhoneDesk } from './phone-desk.tsx';
import './texts.ts';

/** `/whatsapp-simulator`: plays a phone on the simulated WhatsApp; in the demo only. */
export function SimulatorPage() {
  const { t } = useTranslation('simulator');
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: 100 }, enabled: isDemo() }));
  return (
    <PageFrame widthPx={1120} gapPx={12}>
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
          {engines.data && <PhoneDesk engines={engines.data.data} />}
        </>
      )}
    </PageFrame>
  );
}
