import { createFileRoute } from '@tanstack/react-router';
import { Deferred } from '../../../components/deferred.tsx';
import { readConsoleSearch } from '../../../features/cluster/address/console-search.ts';
import { GatewayPage } from '../../../features/cluster/gateway/gateway-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/k8s-analyzer')({
  validateSearch: readConsoleSearch,
  component: function Gateway() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <Deferred>
        <GatewayPage
          address={{
            search,
            onSearch: (next, replace) => void navigate({ search: next, replace, resetScroll: false }),
          }}
        />
      </Deferred>
    );
  },
});
