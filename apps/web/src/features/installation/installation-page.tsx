import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ActivityTab } from './activity-tab.tsx';
import { ChecksTab } from './checks-tab.tsx';
import { INSTALLATION_TABS, type InstallationTab, type TabProps } from './installation-search.ts';
import { PeopleTab } from './people-tab.tsx';
import './texts.ts';
import { RetentionTab } from './retention-tab.tsx';
import { WorkspacesTab } from './workspaces-tab.tsx';

/** `/installation`: all people and workspaces, and the state of this installation, for platform admins. */
export function InstallationPage({ search, onSearch }: TabProps) {
  const { t } = useTranslation('installation');
  const { tab = 'people' } = search;
  const tabs = (
    <Tabs
      value={tab}
      onChange={(next) => onSearch(next === 'people' || next === null ? {} : { tab: next as InstallationTab })}
    >
      <Tabs.List>
        {INSTALLATION_TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
  const props = { search, onSearch, tabs };
  if (tab === 'workspaces') return <WorkspacesTab key={tab} {...props} />;
  if (tab === 'activity') return <ActivityTab key={tab} {...props} />;
  if (tab === 'checks') return <ChecksTab tabs={tabs} />;
  if (tab === 'retention') return <RetentionTab tabs={tabs} />;
  return <PeopleTab key={tab} {...props} />;
}
