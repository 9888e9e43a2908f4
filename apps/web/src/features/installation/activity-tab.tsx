import type { InstallationEntry } from '@switchyard/contracts/installation/operations';
import { IconClipboardList } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/data-table/column.ts';
import { Hint } from '../../components/hint.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { InstallationList } from './installation-list.tsx';
import { pageOf, type TabProps } from './installation-search.ts';
import './texts.ts';

/** What was done to accounts, with the address that it came from. */
export function ActivityTab({ search, onSearch, tabs }: TabProps & { tabs: ReactNode }) {
  const { t } = useTranslation('installation');
  const found = useQuery(
    apiQuery.installation.audit.queryOptions({
      input: { ...pageOf(search), ...(search.find && { by: search.find }) },
      placeholderData: keepPreviousData,
    }),
  );
  const columns: DataColumn<InstallationEntry>[] = [
    { id: 'when', name: t('activity.when'), isFixed: true, cell: (entry) => <RelativeTime at={entry.at} exact /> },
    { id: 'by', name: t('activity.by'), cell: (entry) => <bdi>{entry.by}</bdi> },
    { id: 'act', name: t('activity.act'), width: 190, cell: (entry) => <code>{entry.action}</code> },
    {
      id: 'subject',
      name: t('activity.subject'),
      width: 240,
      cell: (entry) => <bdi>{entry.subjectName ?? entry.subject ?? ''}</bdi>,
    },
    { id: 'address', name: t('activity.address'), cell: (entry) => <bdi>{entry.address ?? ''}</bdi> },
    { id: 'details', name: t('activity.details'), width: 320, cell: (entry) => <bdi>{inWords(entry.details)}</bdi> },
  ];
  return (
    <InstallationList
      {...{ search, onSearch, tabs, found, columns }}
      name="installation-activity"
      findLabel={t('activity.find')}
      lead={<Hint>{t('activity.lead')}</Hint>}
      empty={{ icon: IconClipboardList, title: t('activity.none') }}
    />
  );
}

const inWords = (details: InstallationEntry['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
