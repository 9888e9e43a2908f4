import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { SubscriptionPage } from '../../features/billing/subscription-page.tsx';

export const Route = createFileRoute('/_authenticated/account-subscription')({
  validateSearch: ({ paid }): { paid?: true } => (paid === true ? { paid: true } : {}),
  component: function AccountSubscription() {
    const { paid } = Route.useSearch();
    const navigate = Route.useNavigate();
    const onRead = useCallback(() => void navigate({ search: {}, replace: true }), [navigate]);
    return <SubscriptionPage isBack={paid === true} onRead={onRead} />;
  },
});
