import { WORKSPACE_FILTERS } from '@switchyard/contracts/installation/filters';
import type { InstallationWorkspace } from '@switchyard/contracts/installation/operations';
import { IconBuilding } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/data-table/column.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { StatusBadge } from '../../components/status/status-badge.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { formatBytes } from '../../lib/format/bytes.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { AccountActionDialog, AccountActionMenu } from './account-action-dialog.tsx';
import { accountState } from './account-state.ts';
import { InstallationList } from './installation-list.tsx';
import { pageOf, type TabProps } from './installation-search.ts';
import './texts.ts';
import type { AccountAction, AccountActionName } from './use-account-action.ts';

/** All workspaces with their usage. */
export function WorkspacesTab({ search, onSearch, tabs }: TabProps & { tabs: ReactNode }) {
  const { t } = useTranslation('installation');
  const [action, setAction] = useState<AccountAction | null>(null);
  const { find } = search;
  const filter = WORKSPACE_FILTERS.find((choice) => choice === search.filter);
  const found = useQuery(
    apiQuery.installation.workspaces.queryOptions({
      input: { ...pageOf(search), ...(find && { search: find }), ...(filter && { filter }) },
      placeholderData: keepPreviousData,
    }),
  );
  const columns: DataColumn<InstallationWorkspace>[] = [
    { id: 'name', name: t('column.name'), width: 150, isFixed: true, cell: (row) => <bdi>{row.name}</bdi> },
    { id: 'owner', name: t('column.owner'), width: 200, cell: (row) => <bdi>{row.owner ?? t('never')}</bdi> },
    {
      id: 'state',
      name: t('column.state'),
      cell: (row) => <StatusBadge context="account" state={accountState(row)} />,
    },
    { id: 'plan', name: t('column.plan'), cell: (row) => row.plan },
    { id: 'people', name: t('column.people'), align: 'end', cell: (row) => formatNumber(row.people) },
    {
      id: 'engines',
      name: t('column.engines'),
      width: 170,
      cell: ({ connected, engines }) => t('connectedOf', { connected, engines }),
    },
    { id: 'sent', name: t('column.sent'), align: 'end', cell: (row) => formatNumber(row.sent) },
    {
      id: 'files',
      name: t('column.files'),
      align: 'end',
      cell: ({ fileBytes }) => (fileBytes === 0 ? t('never') : formatBytes(fileBytes)),
    },
    { id: 'created', name: t('column.created'), cell: (row) => <RelativeTime at={row.createdAt} /> },
    {
      id: 'actions',
      name: t('column.actions'),
      isFixed: true,
      align: 'end',
      cell: (row) => (
        <AccountActionMenu
          name={row.name}
          acts={actsOn(row)}
          onAct={(act) => setAction({ act, id: row._id, name: row.name })}
        />
      ),
    },
  ];
  return (
    <>
      <InstallationList
        {...{ search, onSearch, tabs, found, columns }}
        name="installation-workspaces"
        filters={WORKSPACE_FILTERS}
        empty={{ icon: IconBuilding, title: t('noWorkspace') }}
      />
      <AccountActionDialog action={action} onClose={() => setAction(null)} />
    </>
  );
}

const actsOn = ({ suspendedAt, deleteAfter }: InstallationWorkspace): AccountActionName[] => [
  suspendedAt ? 'reinstateWorkspace' : 'suspendWorkspace',
  deleteAfter ? 'keepWorkspace' : 'deleteWorkspace',
];
