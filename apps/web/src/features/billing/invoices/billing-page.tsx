import { Button, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { IconGift } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { dayOf, formatMoney } from '../money.ts';
import '../texts.ts';
import classes from './billing-page.module.css';
import { OpenInvoices } from './open-invoices.tsx';

const MAX_BILL_TO_LENGTH = 500;

/**
 * `/admin-billing`: the plan and its price, and the latest invoices; for platform admins, the unpaid ones of all
 * workspaces.
 */
export function BillingPage({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('billing');
  const me = useMe();
  const { data, error, isPending, refetch } = useQuery(apiQuery.billing.subscription.queryOptions());
  return (
    <PageFrame widthPx={960}>
      <PageHeader title={t('billing.title')} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={380} radius="md" />}
      {data && !data.isOn && <EmptyState icon={IconGift} title={t('off.title')} text={t('off.text')} />}
      {data?.isOn && (
        <div className={classes.parts}>
          <PlanCard data={data} />
          <LatestInvoices />
          <Card aria-label={t('billing.billTo')}>
            <BillTo data={data} mayChange={me.workspace.role !== 'member' && !me.supportMode} />
          </Card>
        </div>
      )}
      {/* Waits for the card above, whose height is unknown until then. */}
      {!isPending && children}
      {!isPending && me.role === 'admin' && !me.supportMode && (
        <section>
          <Title order={2}>{t('billing.open')}</Title>
          <Hint mb={8}>{t('billing.openLead')}</Hint>
          <OpenInvoices />
        </section>
      )}
    </PageFrame>
  );
}

function PlanCard({ data }: { data: Subscription }) {
  const { t } = useTranslation('billing');
  const { plan, next, periodEndsAt, openInvoiceId } = data;
  const cents = data.plans.find((offer) => offer.plan === plan)?.monthlyPriceCents ?? 0;
  return (
    <Card aria-label={t('billing.plan')}>
      <Stack gap="xs" align="flex-start">
        <Heading>{t('billing.plan')}</Heading>
        <Text size="xl" fw={620}>
          {t(`plan.${plan}`)}
        </Text>
        <Text size="sm">
          {cents === 0 ? t('price.free') : t('price.each', { price: formatMoney(cents, data.currency) })}
        </Text>
        {(next || periodEndsAt) && (
          <Hint>
            {next
              ? t(`next.${next.reason}`, {
                  date: formatDay(dayOf(next.at)),
                  plan: t(`plan.${next.plan}`),
                  from: t(`plan.${plan}`),
                })
              : t('paidUntil', { date: formatDay(dayOf(periodEndsAt ?? '')) })}
          </Hint>
        )}
        {data.isChargeFailing && <Notice tone="warning">{t('payment.failing')}</Notice>}
        {openInvoiceId && (
          <Notice tone="warning">
            {t('openInvoice')}{' '}
            <AnchorLink to="/invoices/$invoiceId" params={{ invoiceId: openInvoiceId }}>
              {t('toInvoice')}
            </AnchorLink>
          </Notice>
        )}
        <Group gap="sm" mt={4}>
          <ButtonLink to="/account-subscription" variant="default" size="sm">
            {t('billing.manage')}
          </ButtonLink>
          <AnchorLink to="/admin-billing-old" size="sm">
            {t('billing.history')}
          </AnchorLink>
        </Group>
      </Stack>
    </Card>
  );
}

const LATEST = 3;

function LatestInvoices() {
  const { t } = useTranslation('billing');
  const found = useQuery(apiQuery.billing.invoices.queryOptions({ input: { limit: LATEST, skip: 0 } }));
  return (
    <Card aria-label={t('billing.latest')} className={classes.latest}>
      <Stack gap="xs">
        <Heading>{t('billing.latest')}</Heading>
        {found.isPending && <Skeleton height={84} />}
        {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.data?.total === 0 && <Hint>{t('billing.noInvoices')}</Hint>}
        <ul className={classes.rows}>
          {found.data?.data.map((invoice) => (
            <li key={invoice._id}>
              <AnchorLink to="/invoices/$invoiceId" params={{ invoiceId: invoice._id }} size="sm">
                {t('invoice.title', { number: invoice.number })}
              </AnchorLink>
              <Hint>{formatDay(dayOf(invoice.createdAt))}</Hint>
              <Text span size="sm">
                {formatMoney(invoice.amountCents, invoice.currency)}
              </Text>
              <StatusBadge context="invoice" state={invoice.status} />
            </li>
          ))}
        </ul>
        <AnchorLink to="/account-invoices" size="sm">
          {t('billing.invoices')}
        </AnchorLink>
      </Stack>
    </Card>
  );
}

function BillTo({ data, mayChange }: { data: Subscription; mayChange: boolean }) {
  const { t } = useTranslation('billing');
  const queries = useQueryClient();
  const [billTo, setBillTo] = useState(data.billTo);
  const save = useMutation(
    apiQuery.billing.saveBillTo.mutationOptions({
      onSuccess: (changed) => {
        queries.setQueryData(apiQuery.billing.subscription.queryKey(), changed);
        toast(t('billing.saved'));
      },
    }),
  );
  return (
    <form
      style={{ inlineSize: '100%' }}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ billTo });
      }}
    >
      <Stack gap="sm" align="flex-start">
        <Textarea
          w="100%"
          label={t('billing.billTo')}
          description={t('billing.billToHint')}
          autosize
          minRows={3}
          maxLength={MAX_BILL_TO_LENGTH}
          dir="auto"
          value={billTo}
          readOnly={!mayChange}
          onChange={(event) => setBillTo(event.currentTarget.value)}
        />
        {save.error && <Notice tone="error">{save.error.message}</Notice>}
        {mayChange && (
          <Button type="submit" loading={save.isPending} disabled={billTo === data.billTo}>
            {t('billing.save')}
          </Button>
        )}
      </Stack>
    </form>
  );
}
