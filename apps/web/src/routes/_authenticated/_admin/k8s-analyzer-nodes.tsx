import { createFileRoute } from '@tanstack/react-router';
import { Deferred } from '../../../components/deferred.tsx';
import { readConsoleSearch } from '../../../features/cluster/address/console-search.ts';
import { NodesPage } from '../../../features/cluster/nodes/nodes-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/k8s-analyzer-nodes')({
  validateSearch: readConsoleSearch,
  component: function Nodes() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <Deferred>
        <NodesPage
          address={{
            search,
            onSearch: (next, replace) => void navigate({ search: next, replace, resetScroll: false }),
          }}
        />
      </Deferred>
    );
  },
});
