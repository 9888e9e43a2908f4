import { NativeSelect, Progress, Skeleton, Text, Title } from '@mantine/core';
import type { CreditEntry, CreditsUsage } from '@switchyard/contracts/billing/credits';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { dayOf } from '../money.ts';
import '../texts.ts';
import classes from './credits-page.module.css';
import { DayChart } from './day-chart.tsx';

const MONTHS_OFFERED = 12;
const PERCENT = 100;

/** `/credits-usage`: credits left this month and whether they last, spending by day, and the history. */
export function CreditsPage() {
  const { t } = useTranslation('billing');
  const [months] = useState(latestMonths);
  const [month, setMonth] = useState(months[0] ?? '');
  const usage = useQuery(apiQuery.billing.creditsUsage.queryOptions({ input: { month } }));
  return (
    <PageFrame widthPx={960}>
      <PageHeader
        title={t('credits.title')}
        actions={
          <NativeSelect
            aria-label={t('credits.month')}
            value={month}
            data={months.map((value) => ({ value, label: monthName(value) }))}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
        }
      />
      {usage.isError && <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isPending && <Skeleton height={300} radius="md" />}
      {usage.data && <Summary usage={usage.data} />}
      {/* Waits for the part above, whose height is unknown until then. */}
      {!usage.isPending && <Ledger key={month} month={month} />}
    </PageFrame>
  );
}

function Summary({ usage }: { usage: CreditsUsage }) {
  const { t } = useTranslation('billing');
  const { limit, spent } = usage;
  const summary =
    limit === null
      ? t('credits.noLimit', { spent: formatNumber(spent) })
      : t('credits.left', { left: formatNumber(Math.max(0, limit - spent)), limit: formatNumber(limit) });
  const expected = projectedSpending(usage);
  const isTooMuch = limit !== null && expected !== null && expected > limit;
  return (
    <Card className={classes.summary}>
      <div>
        <Text fw={600} size="lg">
          {summary}
        </Text>
        <Hint>{t('credits.renews', { date: formatDay(dayOf(usage.renewsAt)) })}</Hint>
      </div>
      {limit !== null && limit > 0 && (
        <Progress value={Math.min(PERCENT, (spent / limit) * PERCENT)} aria-label={summary} />
      )}
      {limit !== null && expected !== null && (
        <Text size="sm" c={isTooMuch ? 'var(--tone-warning)' : 'dimmed'}>
          {t('credits.expected', { credits: formatNumber(expected) })}{' '}
          {isTooMuch && <AnchorLink to="/pricing">{t('credits.compare')}</AnchorLink>}
        </Text>
      )}
      {usage.days.length > 0 && <DayChart usage={usage} />}
    </Card>
  );
}

/** Projected spending by the end of the month; null if nothing was spent or the month is over. */
function projectedSpending({ month, spent }: CreditsUsage): number | null {
  const now = new Date();
  if (spent === 0 || now.toISOString().slice(0, 7) !== month) return null;
  const [year, monthNumber] = [now.getUTCFullYear(), now.getUTCMonth()];
  const monthStart = Date.UTC(year, monthNumber, 1);
  const share = (now.getTime() - monthStart) / (Date.UTC(year, monthNumber + 1, 1) - monthStart);
  return Math.round(spent / share);
}

function Ledger({ month }: { month: string }) {
  const { t } = useTranslation('billing');
  const { input, footer } = usePages();
  const query = useQuery(
    apiQuery.billing.creditEntries.queryOptions({ input: { ...input, month }, placeholderData: keepPreviousData }),
  );
  const columns: DataColumn<CreditEntry>[] = [
    { id: 'when', name: t('credits.when'), cell: (entry) => <RelativeTime at={entry.createdAt} />, isFixed: true },
    { id: 'kind', name: t('credits.kindOf'), cell: (entry) => t(`credits.kind.${entry.kind}`) },
    { id: 'subject', name: t('credits.what'), cell: (entry) => <bdi>{entry.subject}</bdi> },
    { id: 'by', name: t('credits.who'), cell: (entry) => <bdi>{entry.by ?? t('credits.rule')}</bdi> },
    { id: 'credits', name: t('credits.credits'), align: 'end', cell: (entry) => formatNumber(entry.credits) },
  ];
  return (
    <section>
      <Title order={2} mb={8}>
        {t('credits.ledger')}
      </Title>
      <Card as="div" className={classes.table}>
        <QueryTable
          label={t('credits.ledger')}
          name="credit-ledger"
          columns={columns}
          found={query}
          empty={
            <EmptyState
              icon={IconChartBar}
              title={t('credits.emptyIn', { month: monthName(month) })}
              text={t('credits.emptyText')}
            />
          }
        />
        <Pages {...footer} total={query.data?.total} isLoading={query.isPlaceholderData} />
      </Card>
    </section>
  );
}

/** `YYYY-MM` of the current month in UTC and earlier ones, latest first. */
function latestMonths(): string[] {
  const now = new Date();
  return Array.from({ length: MONTHS_OFFERED }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - at, 1)).toISOString().slice(0, 7),
  );
}

const monthName = (month: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
