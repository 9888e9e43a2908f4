import { createFileRoute } from '@tanstack/react-router';
import { PricingPage } from '../../features/billing/plans/pricing-page.tsx';

export const Route = createFileRoute('/_authenticated/pricing')({ component: PricingPage });
