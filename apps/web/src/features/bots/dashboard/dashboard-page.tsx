import { Button, Group, NativeSelect, Tabs } from '@mantine/core';
import { STATISTICS_RANGES, type StatisticsRange } from '@switchyard/contracts/bots/ranges';
import { IconRefresh, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { loadDashboard } from '../api/load-dashboard.ts';
import '../texts.ts';
import { DASHBOARD_TABS, type DashboardSearch, type DashboardTab } from './dashboard-search.ts';
import { EventDistribution } from './event-distribution.tsx';
import { KnowledgeAdoption } from './knowledge-adoption.tsx';
import { SummaryCards } from './summary-cards.tsx';

/** Loaded with its charts, the largest part of the screen. */
const NodeUsage = lazy(() => import('./node-usage.tsx').then(({ NodeUsage: part }) => ({ default: part })));

/** `/bot-usage-dashboard` (spec 000 section 2.2). */
export function BotUsageDashboardPage(props: {
  search: Required<DashboardSearch>;
  onSearch: (search: Required<DashboardSearch>) => void;
  onOpen: (search: { eventType: string } | { processType: string }) => void;
}) {
  const { t } = useTranslation('bots');
  const isAdmin = useMe().role === 'admin';
  const { range, tab } = props.search;
  const found = useQuery({ queryKey: ['bot-dashboard'], queryFn: loadDashboard, enabled: isAdmin });
  const data = found.data ?? null;
  const overview = data?.overviewStats;
  const isEmpty = overview !== undefined && 'data' in overview && overview.data.totalAgents === 0;
  return (
    <PageFrame widthPx={1280}>
      <PageHeader title={t('dashboard.title')} />
      <Group gap="xs">
        <NativeSelect
          aria-label={t('dashboard.range')}
          value={range}
          data={STATISTICS_RANGES.map((value) => ({ value, label: t(`dashboard.ranges.${value}`) }))}
          onChange={(event) => props.onSearch({ ...props.search, range: event.currentTarget.value as StatisticsRange })}
        />
        {/* As wide as it will be, so that its neighbours never wrap. */}
        <Hint flex="1 1 180px">
          {data ? (
            <>
              {t('dashboard.updated')} <RelativeTime at={data.lastUpdated} exact />
            </>
          ) : (
            t('dashboard.neverUpdated')
          )}
        </Hint>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={found.isFetching}
          onClick={() => void found.refetch()}
        >
          {found.isFetching ? t('dashboard.loading') : t('dashboard.refresh')}
        </Button>
        <ButtonLink to="/bots">{t('dashboard.viewAll')}</ButtonLink>
      </Group>
      {data && data.ranges === null && <Hint role="status">{t('dashboard.allTimeOnly')}</Hint>}
      <SummaryCards data={data} range={range} />
      {isEmpty ? (
        <EmptyState icon={IconRobot} title={t('dashboard.noNodes')} text={t('dashboard.noBotsText')} />
      ) : (
        <Tabs
          value={tab}
          onChange={(next) => props.onSearch({ ...props.search, tab: (next ?? 'nodes') as DashboardTab })}
          keepMounted={false}
        >
          <Tabs.List>
            {DASHBOARD_TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`dashboard.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="nodes">
            <Suspense fallback={<div style={{ minBlockSize: 340 }} />}>
              <NodeUsage data={data} />
            </Suspense>
          </Tabs.Panel>
          <Tabs.Panel value="knowledge">
            <KnowledgeAdoption data={data} />
          </Tabs.Panel>
          <Tabs.Panel value="events">
            <EventDistribution data={data} range={range} onOpen={props.onOpen} />
          </Tabs.Panel>
        </Tabs>
      )}
    </PageFrame>
  );
}
