import { createFileRoute } from '@tanstack/react-router';
import { PlanHistoryPage } from '../../features/billing/plans/plan-history-page.tsx';

export const Route = createFileRoute('/_authenticated/admin-billing-old')({ component: PlanHistoryPage });
