import { Stack, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useLiveCampaigns } from '../api/campaigns.ts';
import '../texts.ts';
import { AudiencesTab } from './audiences-tab.tsx';
import { MANAGEMENT_TABS, type ManagementTab } from './management-search.ts';
import { OptOutsTab } from './opt-outs-tab.tsx';
import { TemplatesTab } from './templates-tab.tsx';

const WIDTH_PX = 960;

/** `/campaigns-management`: what campaigns begin with, and who is left alone by them. */
export function ManagementPage({
  tab = 'audiences',
  onTab,
}: {
  tab: ManagementTab | undefined;
  onTab: (tab: ManagementTab) => void;
}) {
  const { t } = useTranslation('campaigns');
  useLiveCampaigns();
  return (
    <PageFrame widthPx={WIDTH_PX}>
      <PageHeader title={t('manage.title')} />
      <Tabs value={tab} onChange={(to) => to && onTab(to as ManagementTab)} keepMounted={false}>
        <Tabs.List>
          {MANAGEMENT_TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`manage.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Stack mt="md">
          <Tabs.Panel value="audiences">
            <AudiencesTab />
          </Tabs.Panel>
          <Tabs.Panel value="templates">
            <TemplatesTab />
          </Tabs.Panel>
          <Tabs.Panel value="optOuts">
            <OptOutsTab />
          </Tabs.Panel>
        </Stack>
      </Tabs>
    </PageFrame>
  );
}
