import { Button } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { toast, toastError } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import classes from './open-invoices.module.css';
import { useInvoiceColumns } from './use-invoice-columns.tsx';

/** Unpaid invoices of all workspaces, for platform admins, who mark them as paid. */
export function OpenInvoices() {
  const { t } = useTranslation('billing');
  const { input, footer } = usePages();
  const query = useQuery(apiQuery.billing.openInvoices.queryOptions({ input, placeholderData: keepPreviousData }));
  const mark = useMutation(
    apiQuery.billing.markPaid.mutationOptions({
      onSuccess: (paid) => toast(t('billing.marked', { number: paid.number })),
      onError: (error) => toastError(error.message),
    }),
  );
  const columns = [
    ...useInvoiceColumns(true),
    {
      id: 'mark',
      name: t('billing.mark'),
      isFixed: true,
      cell: (invoice: { _id: string }) => (
        <Button
          size="compact-sm"
          variant="light"
          disabled={mark.isPending}
          onClick={() => mark.mutate({ id: invoice._id })}
        >
          {t('billing.mark')}
        </Button>
      ),
    },
  ];
  return (
    <Card as="div" className={classes.table}>
      <QueryTable
        label={t('billing.open')}
        name="open-invoices"
        columns={columns}
        found={query}
        empty={<EmptyState icon={IconFileInvoice} title={t('billing.noneOpen')} />}
      />
      <Pages {...footer} total={query.data?.total} isLoading={query.isPlaceholderData} />
    </Card>
  );
}
