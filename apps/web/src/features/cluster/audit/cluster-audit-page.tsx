import { IconClipboardList } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useScreenState } from '../address/use-screen-state.ts';
import { ConsoleKeys } from '../keyboard/console-keys.tsx';
import { ActionPanel } from './action-panel.tsx';
import { AUDIT_PAGE_SIZES, auditAddress, auditInput, isAuditFiltered } from './audit-address.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import './texts.ts';

/** Others and rules act in the meantime. */
const POLL_INTERVAL_MS = 15_000;

/** /cluster-audit: actions on the cluster, who or which rule took them, why, and what they affected. */
export function ClusterAuditPage() {
  const { t } = useTranslation('clusterAudit');
  const screen = useScreenState(auditAddress);
  const { state, choose } = screen;
  const input = auditInput(state);
  const query = useQuery(
    apiQuery.cluster.audit.queryOptions({
      input,
      placeholderData: keepPreviousData,
      refetchInterval: POLL_INTERVAL_MS,
    }),
  );
  const columns = useAuditColumns();
  const opened = query.data?.data.find((act) => act._id === state.act);
  return (
    <QueryListPage
      title={t('title')}
      actions={<ConsoleKeys />}
      filters={<AuditFilters {...screen} />}
      name="cluster-audit"
      columns={columns}
      found={query}
      onOpen={(act) => choose({ act: act._id })}
      empty={
        isAuditFiltered(state) ? (
          <EmptyState icon={IconClipboardList} title={t('noMatch')} />
        ) : (
          <EmptyState icon={IconClipboardList} title={t('empty')} text={t('emptyText')} />
        )
      }
      pages={{
        page: Math.trunc(state.page),
        size: input.limit,
        sizes: AUDIT_PAGE_SIZES,
        onPage: (page) => choose({ page }),
        onSize: (size) => choose({ size, page: 0 }),
      }}
      panel={
        opened
          ? { title: t('details'), onClose: () => choose({ act: '' }), children: <ActionPanel act={opened} /> }
          : null
      }
    />
  );
}
