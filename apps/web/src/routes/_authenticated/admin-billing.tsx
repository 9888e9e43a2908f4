import { createFileRoute } from '@tanstack/react-router';
import { BillingPage } from '../../features/billing/invoices/billing-page.tsx';
import { SupportAccess } from '../../features/support/support-access.tsx';
import { useMe } from '../../lib/signed-in/use-me.ts';

export const Route = createFileRoute('/_authenticated/admin-billing')({
  component: function Billing() {
    const { role } = useMe().workspace;
    return <BillingPage>{role !== 'member' && <SupportAccess />}</BillingPage>;
  },
});
