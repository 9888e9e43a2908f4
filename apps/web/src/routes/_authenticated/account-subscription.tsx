import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionPage } from '../../features/billing/subscription-page.tsx';

export const Route = createFileRoute('/_authenticated/account-subscription')({ component: SubscriptionPage });
