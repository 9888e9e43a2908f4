import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** `/admin-billing-old`: every change of the plan, read-only. */
export function PlanHistoryPage() {
  const { t } = useTranslation('billing');
  const { input, footer } = usePages();
  const query = useQuery(apiQuery.billing.planChanges.queryOptions({ input, placeholderData: keepPreviousData }));
  type Change = NonNullable<typeof query.data>['data'][number];
  const columns: DataColumn<Change>[] = [
    { id: 'when', name: t('old.when'), cell: (change) => <RelativeTime at={change.createdAt} exact />, isFixed: true },
    { id: 'from', name: t('old.from'), cell: (change) => t(`plan.${change.from}`) },
    { id: 'to', name: t('old.to'), cell: (change) => t(`plan.${change.to}`) },
    { id: 'by', name: t('old.who'), cell: (change) => <bdi>{change.by}</bdi> },
  ];
  return (
    <QueryListPage
      title={t('old.title')}
      notices={<div>{t('old.lead')}</div>}
      name="plan-history"
      columns={columns}
      found={query}
      empty={<EmptyState icon={IconHistory} title={t('old.empty')} />}
      pages={footer}
    />
  );
}
