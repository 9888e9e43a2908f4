import { createFileRoute } from '@tanstack/react-router';
import { PlansDemoPage } from '../../features/billing/plans/plans-demo-page.tsx';

export const Route = createFileRoute('/_public/subscription-plans-demo')({ component: PlansDemoPage });
