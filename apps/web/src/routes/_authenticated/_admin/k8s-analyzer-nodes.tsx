import { createFileRoute } from '@tanstack/react-router';
import { readConsoleSearch } from '../../../features/cluster/address/console-search.ts';
import { NodesPage } from '../../../features/cluster/nodes/nodes-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/k8s-analyzer-nodes')({
  validateSearch: readConsoleSearch,
  component: NodesPage,
});
