import { createFileRoute } from '@tanstack/react-router';
import { readConsoleSearch } from '../../../features/cluster/address/console-search.ts';
import { GatewayPage } from '../../../features/cluster/gateway/gateway-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/k8s-analyzer')({
  validateSearch: readConsoleSearch,
  component: GatewayPage,
});
