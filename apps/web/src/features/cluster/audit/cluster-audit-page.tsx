import { IconClipboardList } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useScreenState } from '../address/use-screen-state.ts';
import { ConsoleKeys } from '../keyboard/console-keys.tsx';
import { ActPanel } from './act-panel.tsx';
import { AUDIT_PAGE_SIZES, auditAddress, auditInput, isAuditFiltered } from './audit-address.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import './texts.ts';

/** Others and rules act meanwhile. */
const READ_EVERY_MS = 15_000;

/** /cluster-audit: what was done to the cluster, by whom or which rule, why, and what it hit. */
export function ClusterAuditPage() {
  const { t } = useTranslation('clusterAudit');
  const screen = useScreenState(auditAddress);
  const { state, choose } = screen;
  const input = auditInput(state);
  const query = useQuery(
    apiQuery.cluster.audit.queryOptions({ input, placeholderData: keepPreviousData, refetchInterval: READ_EVERY_MS }),
  );
  const columns = useAuditColumns();
  const acts = query.data?.data ?? [];
  const opened = acts.find((act) => act._id === state.act);
  return (
    <ListPage
      title={t('title')}
      count={query.data?.total}
      actions={<ConsoleKeys />}
      filters={<AuditFilters {...screen} />}
      table={
        <DataTable
          label={t('title')}
          name="cluster-audit"
          columns={columns}
          rows={acts}
          rowId={(act) => act._id}
          isLoading={query.isPending}
          onOpen={(act) => choose({ act: act._id })}
          empty={
            query.error ? (
              <ErrorState error={query.error} onRetry={() => void query.refetch()} />
            ) : isAuditFiltered(state) ? (
              <EmptyState icon={IconClipboardList} title={t('noMatch')} />
            ) : (
              <EmptyState icon={IconClipboardList} title={t('empty')} text={t('emptyText')} />
            )
          }
        />
      }
      footer={
        <Pages
          page={Math.trunc(state.page)}
          size={input.limit}
          total={query.data?.total}
          sizes={AUDIT_PAGE_SIZES}
          isLoading={query.isPlaceholderData}
          onPage={(page) => choose({ page })}
          onSize={(size) => choose({ size, page: 0 })}
        />
      }
      panel={
        opened ? { title: t('details'), onClose: () => choose({ act: '' }), children: <ActPanel act={opened} /> } : null
      }
    />
  );
}
