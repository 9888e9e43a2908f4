import { createFileRoute } from '@tanstack/react-router';
import { ConsoleScreen } from '../../../features/cluster/address/console-screen.tsx';
import { readConsoleSearch } from '../../../features/cluster/address/console-search.ts';
import { GatewayPage } from '../../../features/cluster/gateway/gateway-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/k8s-analyzer')({
  validateSearch: readConsoleSearch,
  component: () => <ConsoleScreen route={Route} page={GatewayPage} />,
});
