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
      cell: (one) => (
        <AnchorLink
          to="/invoices/$invoiceId"
          params={{ invoiceId: one._id }}
          size="sm"
          aria-label={t('invoices.view', { number: one.number })}
        >
          {one.number}
        </AnchorLink>
      ),
    },
    ...(withWorkspace
      ? [{ id: 'workspace', name: t('invoices.workspace'), cell: (one: Invoice) => <bdi>{one.workspaceName}</bdi> }]
      : []),
    { id: 'created', name: t('invoices.created'), cell: (one) => formatDay(dayOf(one.createdAt)) },
    { id: 'plan', name: t('invoices.plan'), cell: (one) => t(`plan.${one.plan}`) },
    {
      id: 'period',
      name: t('invoices.period'),
      cell: (one) => t('invoice.period', { from: formatDay(dayOf(one.from)), until: formatDay(dayOf(one.until)) }),
    },
    {
      id: 'amount',
      name: t('invoices.amount'),
      align: 'end',
      cell: (one) => formatMoney(one.amountCents, one.currency),
    },
    { id: 'status', name: t('invoices.status'), cell: (one) => <StatusBadge context="invoice" state={one.status} /> },
  ];
}
