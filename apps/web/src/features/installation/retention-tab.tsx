import type { Retention } from '@switchyard/contracts/installation/operations';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/data-table/column.ts';
import { apiQuery } from '../../lib/api/client.ts';
import { FactsList } from './facts-list.tsx';
import './texts.ts';

/** How long each kind of data is retained. */
export function RetentionTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('installation');
  const found = useQuery(apiQuery.installation.retention.queryOptions());
  const columns: DataColumn<Retention>[] = [
    { id: 'what', name: t('retention.what'), isFixed: true, width: 360, cell: ({ what }) => what },
    {
      id: 'days',
      name: t('retention.days'),
      cell: ({ days }) => (days === null ? t('retention.forEver') : t('retention.day', { count: days })),
    },
    { id: 'setting', name: t('retention.setting'), width: 260, cell: ({ setting }) => <code>{setting}</code> },
  ];
  return (
    <FactsList
      {...{ tabs, found, columns }}
      tab="retention"
      lead={t('retention.lead')}
      rowId={({ setting }) => setting}
      icon={IconHourglass}
    />
  );
}
