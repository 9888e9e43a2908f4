import { createFileRoute } from '@tanstack/react-router';
import { readConsoleSearch } from '../../../features/cluster/address/console-search.ts';
import { ClusterOptimizerPage } from '../../../features/cluster/optimizer/cluster-optimizer-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/cluster-optimizer')({
  validateSearch: readConsoleSearch,
  component: function ClusterOptimizer() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <ClusterOptimizerPage
        address={{
          search,
          onSearch: (next, replace) => void navigate({ search: next, replace, resetScroll: false }),
        }}
      />
    );
  },
});
