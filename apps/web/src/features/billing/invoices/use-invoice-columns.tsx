import type { Invoice } from '@switchyard/contracts/billing/invoices';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { formatDay } from '../../../lib/format/dates.ts';
import { dayOf, formatMoney } from '../money.ts';
import '../texts.ts';

/** Columns of invoice lists; `withWorkspace` where they belong to several. */
export function useInvoiceColumns(withWorkspace: boolean): DataColumn<Invoice>[] {
  const { t } = useTranslation('billing');
  return [
    {
      id: 'number',
      name: t('invoices.number'),
      isFixed: true,
      cell: (invoice) => (
        <AnchorLink
          to="/invoices/$invoiceId"
          params={{ invoiceId: invoice._id }}
          size="sm"
          aria-label={t('invoices.view', { number: invoice.number })}
        >
          {invoice.number}
        </AnchorLink>
      ),
    },
    ...(withWorkspace
      ? [
          {
            id: 'workspace',
            name: t('invoices.workspace'),
            cell: (invoice: Invoice) => <bdi>{invoice.workspaceName}</bdi>,
          },
        ]
      : []),
    { id: 'created', name: t('invoices.created'), cell: (invoice) => formatDay(dayOf(invoice.createdAt)) },
    { id: 'plan', name: t('invoices.plan'), cell: (invoice) => t(`plan.${invoice.plan}`) },
    {
      id: 'period',
      name: t('invoices.period'),
      cell: (invoice) =>
        t('invoice.period', { from: formatDay(dayOf(invoice.from)), until: formatDay(dayOf(invoice.until)) }),
    },
    {
      id: 'amount',
      name: t('invoices.amount'),
      align: 'end',
      cell: (invoice) => formatMoney(invoice.amountCents, invoice.currency),
    },
    {
      id: 'status',
      name: t('invoices.status'),
      cell: (invoice) => <StatusBadge context="invoice" state={invoice.status} />,
    },
  ];
}
