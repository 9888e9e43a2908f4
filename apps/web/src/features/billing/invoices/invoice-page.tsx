import { Button, Skeleton, Text } from '@mantine/core';
import type { Invoice } from '@switchyard/contracts/billing/invoices';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { dayOf, formatMoney } from '../money.ts';
import '../texts.ts';
import classes from './invoice-page.module.css';

/** `/invoices/:invoiceId`: one invoice, laid out for printing. */
export function InvoicePage({ invoiceId }: { invoiceId: string }) {
  const { t } = useTranslation('billing');
  const { data, error, isPending, refetch } = useQuery(
    apiQuery.billing.invoice.queryOptions({ input: { id: invoiceId }, retry: false }),
  );
  const title = t('invoice.title', { number: data?.number ?? '…' });
  return (
    <PageFrame widthPx={760}>
      <PageHeader
        title={title}
        actions={
          <>
            <ButtonLink variant="default" to="/account-invoices">
              {t('invoice.back')}
            </ButtonLink>
            <Button leftSection={<IconPrinter size={16} />} disabled={!data} onClick={() => window.print()}>
              {t('invoice.print')}
            </Button>
          </>
        }
      />
      {error && <ErrorState error={error} title={t('invoice.missing')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={360} radius="md" />}
      {data && <Sheet invoice={data} title={title} />}
    </PageFrame>
  );
}

function Sheet({ invoice, title }: { invoice: Invoice; title: string }) {
  const { t } = useTranslation('billing');
  const amount = formatMoney(invoice.amountCents, invoice.currency);
  return (
    <Card as="article" className={classes.sheet} aria-label={title}>
      <div className={classes.head}>
        <div>
          <Hint size="xs">{t('invoice.to')}</Hint>
          <Text fw={600} dir="auto">
            {invoice.workspaceName}
          </Text>
          <Text size="sm" dir="auto" className={classes.to ?? ''}>
            {invoice.billTo}
          </Text>
        </div>
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm">
            {t('invoice.date')} {formatDay(dayOf(invoice.createdAt))}
          </Text>
          <StatusBadge context="invoice" state={invoice.status} />
        </div>
      </div>
      <table className={classes.line}>
        <tbody>
          <tr>
            <td>
              {t('invoice.what', { plan: t(`plan.${invoice.plan}`), count: invoice.months })}
              <Hint>
                {t('invoice.period', { from: formatDay(dayOf(invoice.from)), until: formatDay(dayOf(invoice.until)) })}
              </Hint>
            </td>
            <td>{amount}</td>
          </tr>
        </tbody>
      </table>
      <div className={classes.total}>
        <span>{t('invoice.total')}</span>
        <span>{amount}</span>
      </div>
      <Hint>
        {invoice.paidAt
          ? t('invoice.paid', { date: formatDay(dayOf(invoice.paidAt)), by: invoice.paidBy ?? '' })
          : t('invoice.open')}
      </Hint>
    </Card>
  );
}
