import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { isSelling } from '../../lib/page/page-facts.ts';
import './account-texts.ts';

/** Something that needs attention, with a link to where it can be fixed. */
interface AttentionItem {
  id: string;
  text: string;
  action: ReactElement;
}

const MAX_SHOWN = 5;
/** Number of engines and campaigns that are checked. */
const MAX_CHECKED = 50;
const NEEDS_HELP = ['disconnected', 'unpaired', 'error', 'qrcode'];
const linkProps = { size: 'compact-sm', variant: 'default' } as const;

/** What needs attention, the most urgent first. @param from ignore failures before this */
export function useAttention(from: string) {
  const { t } = useTranslation('account');
  const overdue = useQuery(apiQuery.messages.overdue.queryOptions({ input: { limit: MAX_SHOWN } }));
  const unknown = useQuery(apiQuery.messages.list.queryOptions({ input: { limit: 1, status: 'unknown' } }));
  const failed = useQuery(
    apiQuery.messages.list.queryOptions({ input: { limit: 1, status: 'failed', dueFrom: from } }),
  );
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: MAX_CHECKED } }));
  const campaigns = useQuery(apiQuery.campaigns.list.queryOptions({ input: { limit: MAX_CHECKED } }));
  const plan = useQuery({ ...apiQuery.billing.subscription.queryOptions(), enabled: isSelling() });
  const counted = (count: number) => ({ count, formatted: formatNumber(count) });
  const items: AttentionItem[] = [];
  if (engines.data?.total === 0) {
    items.push({
      id: 'connect',
      text: t('overview.attention.noConnection'),
      action: (
        <ButtonLink to="/engines" {...linkProps} variant="filled">
          {t('overview.attention.connect')}
        </ButtonLink>
      ),
    });
  }
  for (const question of overdue.data?.data ?? []) {
    items.push({
      id: `late ${question.campaign} ${question.engineId}`,
      text: t('overview.attention.late', counted(question.count)),
      action: (
        <ButtonLink to="/import-messages" {...linkProps}>
          {t('overview.attention.decide')}
        </ButtonLink>
      ),
    });
  }
  for (const engine of engines.data?.data ?? []) {
    if (!NEEDS_HELP.includes(engine.status)) continue;
    items.push({
      id: engine._id,
      text: t('overview.attention.engine', { name: engine.name }),
      action: (
        <ButtonLink to="/engine-explorer/$engineId" params={{ engineId: engine._id }} {...linkProps}>
          {t('overview.attention.fix')}
        </ButtonLink>
      ),
    });
  }
  for (const [status, count] of [
    ['unknown', unknown.data?.total ?? 0],
    ['failed', failed.data?.total ?? 0],
  ] as const) {
    if (count === 0) continue;
    items.push({
      id: status,
      text: t(`overview.attention.${status}`, counted(count)),
      action: (
        <ButtonLink to="/import-messages" search={{ status }} {...linkProps}>
          {t('overview.attention.review')}
        </ButtonLink>
      ),
    });
  }
  for (const { _id, name, state } of campaigns.data?.data ?? []) {
    if (state !== 'paused') continue;
    items.push({
      id: _id,
      text: t('overview.attention.campaign', { name }),
      action: (
        <ButtonLink to="/campaigns" search={{ open: _id }} {...linkProps}>
          {t('overview.attention.open')}
        </ButtonLink>
      ),
    });
  }
  const invoiceId = plan.data?.openInvoiceId;
  if (invoiceId) {
    items.push({
      id: invoiceId,
      text: t('overview.attention.invoice'),
      action: (
        <ButtonLink to="/invoices/$invoiceId" params={{ invoiceId }} {...linkProps}>
          {t('overview.attention.view')}
        </ButtonLink>
      ),
    });
  }
  const queries = [overdue, unknown, failed, engines, campaigns, plan];
  return {
    items: items.slice(0, MAX_SHOWN),
    isPending: queries.some(({ isLoading }) => isLoading),
    error: queries.some(({ isError }) => isError),
    refetch: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
