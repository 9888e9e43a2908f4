import { createFileRoute } from '@tanstack/react-router';
import { InvoicesPage } from '../../features/billing/invoices/invoices-page.tsx';

export const Route = createFileRoute('/_authenticated/account-invoices')({ component: InvoicesPage });
