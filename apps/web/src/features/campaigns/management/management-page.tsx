import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { CampaignTabs } from '../components/campaign-tabs.tsx';
import '../texts.ts';
import { AudiencesTab } from './audiences-tab.tsx';
import type { ManagementTab } from './management-search.ts';
import { TemplatesTab } from './templates-tab.tsx';

/** `/campaigns-management`: saved audiences and templates. */
export function ManagementPage({ tab = 'audiences' }: { tab: ManagementTab | undefined }) {
  const { t } = useTranslation('campaigns');
  return (
    <PageFrame>
      <PageHeader title={t('title')} />
      <CampaignTabs current={tab} />
      {tab === 'audiences' ? <AudiencesTab /> : <TemplatesTab />}
    </PageFrame>
  );
}
