import { createFileRoute } from '@tanstack/react-router';
import { deferScreen } from '../../../components/app-frame/defer-screen.tsx';
import { readConsoleSearch } from '../../../features/cluster/address/console-search.ts';
import { startCluster } from '../../../features/cluster/feed/start-cluster.ts';
import { NodesPage } from '../../../features/cluster/nodes/nodes-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/k8s-analyzer-nodes')({
  validateSearch: readConsoleSearch,
  // Loads the cluster while the screen's own code loads.
  loader: ({ cause }) => {
    if (cause === 'enter') startCluster();
  },
  component: deferScreen(NodesPage),
});
