import { createFileRoute } from '@tanstack/react-router';
import { GatewayPage } from '../../../features/cluster/gateway/gateway-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/k8s-analyzer')({ component: GatewayPage });
