import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '../../features/accounts/overview-page.tsx';

export const Route = createFileRoute('/_authenticated/user-overview')({ component: OverviewPage });
