import { Button, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import { OpenInvoices } from './open-invoices.tsx';

const MAX_BILL_TO_LENGTH = 500;

/** `/admin-billing`: what the workspace pays and what stands on its invoices; for admins of the platform, what nobody has paid yet. */
export function BillingPage({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('billing');
  const me = useMe();
  const { data, error, isPending, refetch } = useQuery(apiQuery.billing.subscription.queryOptions());
  return (
    <PageFrame widthPx={880}>
      <PageHeader title={t('billing.title')} />
      <Hint>{t('billing.lead', { workspace: me.workspace.name })}</Hint>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={280} radius="md" />}
      {data && (
        <Card>
          <Stack gap="md" align="flex-start">
            <Text>
              {t('billing.plan')}: <strong>{t(`plan.${data.plan}`)}</strong>
            </Text>
            <AnchorLink to="/account-subscription" size="sm">
              {t('billing.manage')}
            </AnchorLink>
            <AnchorLink to="/account-invoices" size="sm">
              {t('billing.invoices')}
            </AnchorLink>
            <AnchorLink to="/admin-billing-old" size="sm">
              {t('billing.history')}
            </AnchorLink>
            <BillTo data={data} mayChange={me.workspace.role !== 'member' && !me.supportMode} />
          </Stack>
        </Card>
      )}
      {/* Below a card of which nobody knows yet how tall it is. */}
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
