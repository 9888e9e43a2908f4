import { createFileRoute } from '@tanstack/react-router';
import { ClusterOptimizerPage } from '../../../features/cluster/optimizer/cluster-optimizer-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/cluster-optimizer')({ component: ClusterOptimizerPage });
