import { Alert, Badge, Button, Group, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Deferred } from '../../../components/deferred.tsx';
import { Hint } from '../../../components/hint.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useScreenState } from '../address/use-screen-state.ts';
import { FeedBadge } from '../components/feed-badge.tsx';
import { DescribedPanel } from '../describe/described-panel.tsx';
import { useEngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import { useCluster, useSlowClusterVersion } from '../feed/use-cluster.ts';
import { FleetMenu, FleetProgress } from '../fleet/fleet-menu.tsx';
import { useFleet } from '../fleet/use-fleet.ts';
import { ConsoleKeys } from '../keyboard/console-keys.tsx';
import { listsFeed } from '../rules/lists-feed.ts';
import { EngineSessionsTab } from './engine-sessions-tab.tsx';
import { NodesAndPods } from './nodes-and-pods.tsx';
import { type OptimizerState, optimizerAddress } from './optimizer-address.ts';
import { Overview } from './overview.tsx';
import '../texts.ts';

/** /cluster-optimizer (spec 001 section 2.1). */
export function ClusterOptimizerPage() {
  const { t } = useTranslation('cluster');
  const screen = useScreenState(optimizerAddress);
  const { state, choose, type } = screen;
  const store = useCluster();
  const sessions = useEngineSessions();
  const fleet = useFleet(store);
  useSlowClusterVersion(store, 1_000);
  const lists = listsFeed(store.feed);
  const problem = lists?.state === 'unavailable' ? lists.problem : null;
  const failure = store.isComplete ? problem : (store.failure ?? problem);
  return (
    <PageFrame>
      <PageHeader
        title={t('optimizer.title')}
        actions={
          <>
            <FeedBadge
              feed={store.feed}
              hasUsage
              serverNowMs={(now) => store.serverNowMs(now)}
              failure={store.failure}
              lastMessageAtMs={store.lastMessageAtMs}
            />
            {fleet && <FleetMenu control={fleet} />}
            <Button
              size="xs"
              variant="default"
              miw={200}
              onClick={sessions.load}
              disabled={sessions.isLoading}
              aria-live="polite"
            >
              {sessions.isLoading ? t('optimizer.loading', { count: sessions.loaded }) : t('optimizer.load')}
            </Button>
          </>
        }
      >
        <Hint maw={240} truncate title={store.feed?.cluster}>
          {store.feed ? t('optimizer.connected', { cluster: store.feed.cluster }) : t('optimizer.connecting')}
        </Hint>
        <Badge variant="light" tt="none">
          {t('optimizer.realtime')}
        </Badge>
      </PageHeader>
      {fleet?.change && <FleetProgress store={store} change={fleet.change} onEnd={fleet.end} />}
      {failure !== null && (
        <Alert color="red" title={t('optimizer.errorTitle')} role="alert">
          {failure || t('errors.clusterLoadFailed')}
        </Alert>
      )}
      <Tabs value={state.tab} onChange={(tab) => choose({ tab: tab as OptimizerState['tab'] })} keepMounted={false}>
        <Group gap="xs" wrap="nowrap">
          <Tabs.List flex={1}>
            <Tabs.Tab value="overview">{t('optimizer.overview')}</Tabs.Tab>
            <Tabs.Tab value="nodes">{t('optimizer.nodesAndPods')}</Tabs.Tab>
            <Tabs.Tab value="sessions">{t('optimizer.sessions')}</Tabs.Tab>
          </Tabs.List>
          <ConsoleKeys />
        </Group>
        <Tabs.Panel value="overview" pt="md">
          <Overview store={store} sessions={sessions} />
        </Tabs.Panel>
        <Tabs.Panel value="nodes" pt="md">
          <NodesAndPods store={store} sessions={sessions} screen={screen} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" pt="md">
          <EngineSessionsTab
            store={store}
            sessions={sessions}
            search={state.sessionSearch}
            onSearch={(sessionSearch) => type({ sessionSearch })}
          />
        </Tabs.Panel>
      </Tabs>
      <Deferred fallback={null}>
        <DescribedPanel />
      </Deferred>
    </PageFrame>
  );
}
