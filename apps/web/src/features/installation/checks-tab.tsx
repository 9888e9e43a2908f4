import { Button } from '@mantine/core';
import type { InstallationCheck } from '@switchyard/contracts/installation/operations';
import { IconRefresh, IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/data-table/column.ts';
import { StatusBadge } from '../../components/status/status-badge.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { FactsList } from './facts-list.tsx';
import './texts.ts';

const ORDER: readonly InstallationCheck['state'][] = ['failing', 'warning', 'unknown', 'ok'];

/** What `npm run doctor` prints, worst first. */
export function ChecksTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('installation');
  const found = useQuery(
    apiQuery.installation.checks.queryOptions({
      select: (checks) => [...checks].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
    }),
  );
  const columns: DataColumn<InstallationCheck>[] = [
    { id: 'about', name: t('checks.about'), isFixed: true, cell: ({ about }) => about },
    { id: 'state', name: t('column.state'), cell: ({ state }) => <StatusBadge context="check" state={state} /> },
    { id: 'result', name: t('checks.result'), width: 360, cell: ({ text }) => <bdi>{text}</bdi> },
    { id: 'remedy', name: t('checks.remedy'), width: 480, cell: ({ remedy }) => remedy ?? '' },
  ];
  return (
    <FactsList
      {...{ tabs, found, columns }}
      tab="checks"
      lead={t('checks.lead')}
      rowId={({ about }) => about}
      icon={IconStethoscope}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={found.isFetching}
          onClick={() => void found.refetch()}
        >
          {t('checks.again')}
        </Button>
      }
    />
  );
}
