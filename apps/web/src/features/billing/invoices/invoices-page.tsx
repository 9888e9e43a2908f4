import { Button } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useOpenPayment } from '../api/payment.ts';
import '../texts.ts';
import { useInvoiceColumns } from './use-invoice-columns.tsx';

/** `/account-invoices`: the invoices of the workspace, latest first. */
export function InvoicesPage() {
  const { t } = useTranslation('billing');
  const { input, footer } = usePages();
  const query = useQuery(apiQuery.billing.invoices.queryOptions({ input, placeholderData: keepPreviousData }));
  const columns = useInvoiceColumns(false);
  const subscription = useQuery(apiQuery.billing.subscription.queryOptions());
  const payment = useOpenPayment();
  return (
    <QueryListPage
      title={t('invoices.title')}
      actions={
        subscription.data?.isCharged &&
        subscription.data.mayChange && (
          <Button variant="default" loading={payment.isPending} onClick={() => payment.mutate({})}>
            {t('payment.invoices')}
          </Button>
        )
      }
      notices={payment.error && <Notice tone="error">{payment.error.message}</Notice>}
      name="invoices"
      columns={columns}
      found={query}
      empty={<EmptyState icon={IconFileInvoice} title={t('invoices.empty')} text={t('invoices.emptyText')} />}
      pages={footer}
    />
  );
}
