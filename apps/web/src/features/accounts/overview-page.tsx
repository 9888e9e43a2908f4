import { Button, Progress, Skeleton, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { Hint } from '../../components/hint.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { formatNumber, formatTotal } from '../../lib/format/numbers.ts';
import { isSelling } from '../../lib/page/page-facts.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import './account-texts.ts';
import { useAttention } from './attention.tsx';
import classes from './overview-page.module.css';

const WEEK_MS = 7 * 24 * 3_600_000;
const LATEST_ENTRIES = 5;
const NUMBERS_SHOWN = 3;
const PERCENT = 100;

/** `/user-overview`: what needs attention, how near the limits are, and recent activity. */
export function OverviewPage() {
  const { t } = useTranslation('account');
  const { workspace } = useMe();
  const [week] = useState(() => ({
    from: new Date(Date.now() - WEEK_MS).toISOString(),
    to: new Date(Date.now() + WEEK_MS).toISOString(),
  }));
  return (
    <PageFrame widthPx={960}>
      <PageHeader title={t('overview.title')} />
      <div className={classes.parts}>
        <Attention from={week.from} />
        <Week from={week.from} to={week.to} />
        <Usage />
        {workspace.role === 'owner' && <Activity />}
      </div>
    </PageFrame>
  );
}

function Attention({ from }: { from: string }) {
  const { t } = useTranslation('account');
  const { items, isPending, error, refetch } = useAttention(from);
  return (
    <Card className={classes.attention} aria-label={t('overview.attention.title')}>
      <Heading>{t('overview.attention.title')}</Heading>
      {items.length > 0 && (
        <ul className={classes.rows}>
          {items.map(({ id, text, action }) => (
            <li key={id} className={classes.row}>
              <span>{text}</span>
              {action}
            </li>
          ))}
        </ul>
      )}
      {isPending && items.length === 0 && <Skeleton height={96} />}
      {error && (
        <p className={classes.row} role="alert">
          {t('overview.attention.unchecked')}
          <Button size="compact-sm" variant="default" onClick={refetch}>
            {t('overview.attention.again')}
          </Button>
        </p>
      )}
      {!isPending && !error && items.length === 0 && (
        <p className={classes.fine}>
          <IconCircleCheck size={20} stroke={1.6} aria-hidden />
          {t('overview.attention.none')}
        </p>
      )}
    </Card>
  );
}

/** Number of messages in the current week. */
function Week({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('account');
  const countOf = (status: string, range: { dueFrom?: string; dueTo?: string }) =>
    apiQuery.messages.list.queryOptions({ input: { limit: 1, status, ...range } });
  const counts = {
    sent: useQuery(countOf('sent', { dueFrom: from })),
    failed: useQuery(countOf('failed', { dueFrom: from })),
    pending: useQuery(countOf('pending', { dueTo: to })),
  };
  return (
    <Card aria-label={t('overview.week.title')}>
      <Stack gap="xs">
        <Heading>{t('overview.week.title')}</Heading>
        <ul className={classes.counts}>
          {(['sent', 'failed', 'pending'] as const).map((status) => (
            <li key={status}>
              <Figure of={counts[status]} format={formatTotal} />
              <AnchorLink to="/import-messages" search={{ status }} size="sm">
                {t(`overview.week.${status}`)}
              </AnchorLink>
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  );
}

/** A figure: space is reserved while it loads, and a failed one is unknown, not zero. */
function Figure<Answer>(props: {
  of: { data: Answer | undefined; isPending: boolean };
  format: (answer: Answer) => string;
}) {
  const { t } = useTranslation('account');
  const { data, isPending } = props.of;
  return (
    <span className={classes.figure}>
      {data !== undefined ? (
        props.format(data)
      ) : isPending ? (
        <Skeleton height={24} width={40} />
      ) : (
        t('overview.unknown')
      )}
    </span>
  );
}

function Usage() {
  const { t } = useTranslation('account');
  const { allowedEngineCount } = useMe();
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: 1 } }));
  const [month] = useState(() => new Date().toISOString().slice(0, 7));
  const credits = useQuery(apiQuery.billing.creditsUsage.queryOptions({ input: { month } }));
  const numbers = useQuery(apiQuery.engines.numbers.queryOptions({ input: { limit: NUMBERS_SHOWN } }));
  return (
    <Card className={classes.usage} aria-label={t('overview.usage.title')}>
      <Heading>{t('overview.usage.title')}</Heading>
      <Meter
        name={<AnchorLink to="/engines">{t('overview.usage.connections')}</AnchorLink>}
        label={t('overview.usage.connections')}
        of={engines}
        used={({ total }) => [total, allowedEngineCount]}
      />
      {isSelling() && (
        <Meter
          name={<AnchorLink to="/credits-usage">{t('overview.usage.credits')}</AnchorLink>}
          label={t('overview.usage.credits')}
          of={credits}
          used={({ spent, limit }) => [spent, limit]}
        />
      )}
      {numbers.data?.data.map((number) => (
        <Meter
          key={number._id}
          name={
            <>
              {t('overview.usage.sentToday')} <bdi>{number.phoneNumber}</bdi>
            </>
          }
          label={`${t('overview.usage.sentToday')} ${number.phoneNumber}`}
          of={{ data: number, isPending: false }}
          used={({ limits }) => [limits.sentToday, limits.dailyCap]}
        />
      ))}
    </Card>
  );
}

function Meter<Answer>(props: {
  name: ReactNode;
  label: string;
  of: { data: Answer | undefined; isPending: boolean };
  /** Limit null: unlimited. */
  used: (answer: Answer) => [count: number, limit: number | null];
}) {
  const { t } = useTranslation('account');
  const { data } = props.of;
  const [count, limit] = data === undefined ? [0, null] : props.used(data);
  return (
    <div className={classes.meter}>
      <span>{props.name}</span>
      <Figure
        of={props.of}
        format={() =>
          limit === null
            ? formatNumber(count)
            : t('overview.of', { used: formatNumber(count), limit: formatNumber(limit) })
        }
      />
      {limit !== null && limit > 0 && (
        <Progress
          className={classes.bar ?? ''}
          size="sm"
          value={Math.min(PERCENT, (count / limit) * PERCENT)}
          aria-label={props.label}
        />
      )}
    </div>
  );
}

function Activity() {
  const { t } = useTranslation(['account', 'auditNoun']);
  const log = useQuery(apiQuery.audit.list.queryOptions({ input: { limit: LATEST_ENTRIES } }));
  if (log.data?.total === 0) return null;
  return (
    <Card className={classes.activity} aria-label={t('overview.activity.title')}>
      <Heading>{t('overview.activity.title')}</Heading>
      {log.isPending && <Skeleton height={96} />}
      {log.error && <Hint>{t('overview.unknown')}</Hint>}
      <ul className={classes.rows}>
        {log.data?.data.map(({ _id, by, action, at }) => (
          <li key={_id} className={classes.row}>
            <span>
              <bdi>{by}</bdi> · {t(`auditNoun:${action.split('.')[0]}`)}
            </span>
            <Hint>
              <RelativeTime at={at} />
            </Hint>
          </li>
        ))}
      </ul>
      <AnchorLink to="/user-management" search={{ tab: 'log' }} size="sm">
        {t('overview.activity.all')}
      </AnchorLink>
    </Card>
  );
}
