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
    { id: 'when', name: t('old.when'), cell: (one) => <RelativeTime at={one.createdAt} exact />, isFixed: true },
    { id: 'from', name: t('old.from'), cell: (one) => t(`plan.${one.from}`) },
    { id: 'to', name: t('old.to'), cell: (one) => t(`plan.${one.to}`) },
    { id: 'by', name: t('old.who'), cell: (one) => <bdi>{one.by}</bdi> },
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
