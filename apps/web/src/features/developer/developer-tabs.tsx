import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DEVELOPER_TABS, type DeveloperTab } from './developer-search.ts';
import './webhooks/texts.ts';

/** Tabs of `/admin-api`. */
export function DeveloperTabs({ tab, onTab }: { tab: DeveloperTab; onTab: (tab: DeveloperTab) => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <Tabs value={tab} onChange={(next) => onTab((next ?? 'keys') as DeveloperTab)}>
      <Tabs.List>
        {DEVELOPER_TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
