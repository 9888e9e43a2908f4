import { useTranslation } from 'react-i18next';
import { TabLink, TabLinks } from '../../../components/tab-links.tsx';
import { MANAGEMENT_TABS, type ManagementTab } from '../management/management-search.ts';
import '../texts.ts';

/** Tabs for campaigns and for what they are built from. */
export function CampaignTabs({ current }: { current: 'campaigns' | ManagementTab }) {
  const { t } = useTranslation('campaigns');
  return (
    <TabLinks label={t('tabs')}>
      <TabLink to="/campaigns" isCurrent={current === 'campaigns'}>
        {t('title')}
      </TabLink>
      {MANAGEMENT_TABS.map((tab) => (
        <TabLink key={tab} to="/campaigns-management" search={{ tab }} isCurrent={current === tab}>
          {t(`manage.${tab}`)}
        </TabLink>
      ))}
    </TabLinks>
  );
}
