import { createFileRoute } from '@tanstack/react-router';
import { readConsoleSearch } from '../../../features/cluster/address/console-search.ts';
import { ClusterAuditPage } from '../../../features/cluster/audit/cluster-audit-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/cluster-audit')({
  validateSearch: readConsoleSearch,
  component: ClusterAuditPage,
});
