import type { TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { ListPage } from '../../components/list-page/list-page.tsx';
import './texts.ts';

/** A short list on a single page. */
export function FactsList<Row extends object>(props: {
  tabs: ReactNode;
  tab: 'checks' | 'retention';
  lead: string;
  found: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'isPending' | 'refetch'>;
  columns: DataColumn<Row>[];
  rowId: (row: Row) => string;
  icon: TablerIcon;
  actions?: ReactNode;
}) {
  const { t } = useTranslation('installation');
  const { found } = props;
  return (
    <ListPage
      title={t('title')}
      actions={props.actions}
      notices={
        <>
          {props.tabs}
          <Hint>{props.lead}</Hint>
        </>
      }
      table={
        <DataTable
          label={t(`tabs.${props.tab}`)}
          name={`installation-${props.tab}`}
          columns={props.columns}
          rows={found.data ?? []}
          rowId={props.rowId}
          isLoading={found.isPending}
          empty={
            found.error ? (
              <ErrorState error={found.error} onRetry={() => void found.refetch()} />
            ) : (
              <EmptyState icon={props.icon} title={t('activity.none')} />
            )
          }
        />
      }
    />
  );
}
