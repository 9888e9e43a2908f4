import { createFileRoute } from '@tanstack/react-router';
import { NodesPage } from '../../../features/cluster/nodes/nodes-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/k8s-analyzer-nodes')({ component: NodesPage });
