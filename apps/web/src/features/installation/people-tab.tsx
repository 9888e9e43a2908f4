import { PERSON_FILTERS } from '@switchyard/contracts/installation/filters';
import type { InstallationPerson } from '@switchyard/contracts/installation/operations';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/data-table/column.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { StatusBadge } from '../../components/status/status-badge.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { AccountActionDialog, AccountActionMenu } from './account-action-dialog.tsx';
import { accountState } from './account-state.ts';
import { InstallationList } from './installation-list.tsx';
import { pageOf, type TabProps } from './installation-search.ts';
import './texts.ts';
import type { AccountAction, AccountActionName } from './use-account-action.ts';

/** Everyone with an account. */
export function PeopleTab({ search, onSearch, tabs }: TabProps & { tabs: ReactNode }) {
  const { t } = useTranslation('installation');
  const me = useMe();
  const [action, setAction] = useState<AccountAction | null>(null);
  const { find, filter } = search;
  const found = useQuery(
    apiQuery.installation.people.queryOptions({
      input: { ...pageOf(search), ...(find && { search: find }), ...(filter && { filter }) },
      placeholderData: keepPreviousData,
    }),
  );
  const columns: DataColumn<InstallationPerson>[] = [
    {
      id: 'name',
      name: t('column.name'),
      width: 150,
      isFixed: true,
      cell: (person) => (
        <span>
          <bdi>{person.fullName}</bdi> {person._id === me._id && t('you')}
        </span>
      ),
    },
    { id: 'email', name: t('column.email'), width: 200, cell: (person) => <bdi>{person.email}</bdi> },
    {
      id: 'state',
      name: t('column.state'),
      cell: (person) => <StatusBadge context="account" state={accountState(person)} />,
    },
    { id: 'role', name: t('column.role'), cell: (person) => t(`role.${person.role}`) },
    { id: 'twoFactor', name: t('column.twoFactor'), cell: (person) => t(person.hasTwoFactor ? 'on' : 'off') },
    {
      id: 'workspaces',
      isExtra: true,
      name: t('column.workspaces'),
      align: 'end',
      cell: (person) => person.workspaces,
    },
    { id: 'engines', name: t('column.engines'), align: 'end', cell: (person) => person.engines },
    { id: 'signIns', name: t('column.signIns'), align: 'end', cell: (person) => person.signIns },
    {
      id: 'lastSignIn',
      name: t('column.lastSignIn'),
      cell: ({ lastSignInAt }) => (lastSignInAt ? <RelativeTime at={lastSignInAt} /> : t('never')),
    },
    {
      id: 'created',
      isExtra: true,
      name: t('column.created'),
      cell: (person) => <RelativeTime at={person.createdAt} />,
    },
    {
      id: 'actions',
      name: t('column.actions'),
      isFixed: true,
      align: 'end',
      cell: (person) =>
        person._id !== me._id && (
          <AccountActionMenu
            name={person.fullName}
            acts={actsOn(person)}
            onAct={(act) => setAction({ act, id: person._id, name: person.fullName })}
          />
        ),
    },
  ];
  return (
    <>
      <InstallationList
        {...{ search, onSearch, tabs, found, columns }}
        name="installation-people"
        filters={PERSON_FILTERS}
        empty={{ icon: IconUsers, title: t('nobody') }}
      />
      <AccountActionDialog action={action} onClose={() => setAction(null)} />
    </>
  );
}

const ROLES = ['admin', 'support', 'user'] as const;

function actsOn(person: InstallationPerson): AccountActionName[] {
  if (person.deleteAfter) return ['keep'];
  return [
    person.suspendedAt ? 'reinstate' : 'suspend',
    'endSignIns',
    ...(person.hasTwoFactor ? ['resetTwoFactor' as const] : []),
    ...ROLES.filter((role) => role !== person.role),
    'delete',
  ];
}
