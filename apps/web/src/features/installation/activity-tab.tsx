import { Button } from '@mantine/core';
import { ACTIVITY_FILTERS, type ActivityFilter } from '@switchyard/contracts/installation/filters';
import type { InstallationEntry } from '@switchyard/contracts/installation/operations';
import { IconClipboardList, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/data-table/column.ts';
import { Hint } from '../../components/hint.tsx';
import { ChoiceFilter } from '../../components/list-page/choice-filter.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toastError } from '../../components/toasts.ts';
import { api, apiQuery } from '../../lib/api/client.ts';
import { readAll } from '../../lib/api/read-all.ts';
import { formatDetails } from '../../lib/format/details.ts';
import { saveFile } from '../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../lib/workbook/table-client.ts';
import { InstallationList } from './installation-list.tsx';
import { pageOf, type TabProps } from './installation-search.ts';
import './texts.ts';

/** Actions on accounts, with the address that they came from. */
export function ActivityTab({ search, onSearch, tabs }: TabProps & { tabs: ReactNode }) {
  const { t } = useTranslation('installation');
  const which = { ...(search.find && { by: search.find }), ...(search.show && { filter: search.show }) };
  const exporting = useExportActivity();
  const found = useQuery(
    apiQuery.installation.audit.queryOptions({
      input: { ...pageOf(search), ...which },
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
    {
      id: 'details',
      name: t('activity.details'),
      width: 320,
      cell: (entry) => <bdi>{formatDetails(entry.details)}</bdi>,
    },
  ];
  return (
    <InstallationList
      {...{ search, onSearch, tabs, found, columns }}
      name="installation-activity"
      findLabel={t('activity.find')}
      lead={<Hint>{t('activity.lead')}</Hint>}
      moreFilters={
        <ChoiceFilter
          label={t('filter.label')}
          any={t('filter.any')}
          value={search.show}
          choices={SHOWN.map((value) => ({ value, label: t(`activity.show.${value}`) }))}
          onChange={(show) =>
            onSearch({ tab: 'activity', ...(search.find && { find: search.find }), ...(show && { show }) })
          }
        />
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={exporting.isPending}
          disabled={found.data?.total === 0}
          onClick={() => exporting.mutate(which)}
        >
          {t('activity.export')}
        </Button>
      }
      empty={{ icon: IconClipboardList, title: t('activity.none') }}
    />
  );
}

const SHOWN = ACTIVITY_FILTERS.filter((filter) => filter !== 'all');
const HEADER = ['When', 'By', 'Action', 'To', 'Address', 'Details'];

/** Saves all matching entries as a workbook, latest first; entries added in the meantime are excluded. */
function useExportActivity() {
  return useMutation({
    mutationFn: async (which: { by?: string; filter?: ActivityFilter }) => {
      const entries = await readAll((page) => api.installation.audit({ ...which, ...page }));
      const rows = entries.map((entry) => [
        ...[entry.at, entry.by, entry.action, entry.subjectName ?? entry.subject ?? '', entry.address ?? ''],
        formatDetails(entry.details),
      ]);
      saveFile(await writeTableFile('Activity', HEADER, rows), 'activity.xlsx');
    },
    onError: (error) => toastError(error.message),
  });
}
