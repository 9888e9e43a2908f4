import { createFileRoute } from '@tanstack/react-router';
import { InvoicePage } from '../../features/billing/invoices/invoice-page.tsx';

export const Route = createFileRoute('/_authenticated/invoices/$invoiceId')({
  component: function Invoice() {
    return <InvoicePage invoiceId={Route.useParams().invoiceId} />;
  },
});
