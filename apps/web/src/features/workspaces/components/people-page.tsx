import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import type { PeopleSearch, PeopleTab } from '../people-search.ts';
import '../texts.ts';
import { InvitationsTab } from './invitations-tab.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LogTab } from './log-tab.tsx';
import { MembersTab } from './members-tab.tsx';

/** `/user-management`: members with their roles, invitations, and for owners the audit log. */
export function PeoplePage({ search, onSearch }: { search: PeopleSearch; onSearch: (next: PeopleSearch) => void }) {
  const { t } = useTranslation('workspaces');
  const me = useMe();
  const [isInviting, setIsInviting] = useState(false);
  const { role } = me.workspace;
  const tabs: PeopleTab[] = [
    'people',
    ...(role === 'member' ? [] : ['invitations' as const]),
    ...(role === 'owner' ? ['log' as const] : []),
  ];
  const tab = tabs.find((tab) => tab === search.tab) ?? 'people';
  return (
    <PageFrame isFilling>
      <PageHeader
        title={t('people.title')}
        actions={
          role !== 'member' &&
          !me.supportMode && <Button onClick={() => setIsInviting(true)}>{t('invite.open')}</Button>
        }
      />
      {tabs.length > 1 && (
        <Tabs value={tab} onChange={(next) => onSearch(next === 'people' ? {} : { tab: next as PeopleTab })}>
          <Tabs.List>
            {tabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {t(`people.tabs.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {tab === 'people' && <MembersTab search={search} onSearch={onSearch} />}
      {tab === 'invitations' && <InvitationsTab search={search} onSearch={onSearch} />}
      {tab === 'log' && <LogTab search={search} onSearch={onSearch} />}
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} />
    </PageFrame>
  );
}
