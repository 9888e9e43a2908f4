import { Alert, Button, Group, Switch, Text } from '@mantine/core';
import { mapKnown } from '@switchyard/cluster-rules/known';
import type { DeletionCause } from '@switchyard/contracts/cluster/pod-deletions';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Deferred } from '../../../components/deferred.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { useScreenState } from '../address/use-screen-state.ts';
import { useOwnNamespace } from '../automation/use-own-namespace.ts';
import { useServerRule } from '../automation/use-server-rule.ts';
import { shownSessionIds } from '../components/affected-sessions.tsx';
import { FeedBadge } from '../components/feed-badge.tsx';
import { TableSkeleton } from '../components/table-skeleton.tsx';
import { DescribedPanel } from '../describe/described-panel.tsx';
import { useEngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import { useCluster, useDeferredList, useSlowClusterVersion } from '../feed/use-cluster.ts';
import { FleetMenu, FleetProgress } from '../fleet/fleet-menu.tsx';
import { useFleet } from '../fleet/use-fleet.ts';
import { ConsoleKeys } from '../keyboard/console-keys.tsx';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import { canRelieve } from '../rules/lists-feed.ts';
import { isRefused } from '../rules/refused.ts';
import { MAX_RETRIES } from '../rules/retry.ts';
import { MemoryCards } from './memory-cards.tsx';
import { type MonitoredNode, monitoredNodes } from './monitored-nodes.ts';
import { NodeTable } from './node-table.tsx';
import { nodesAddress } from './nodes-address.ts';
import { NodesFilterBar } from './nodes-filter-bar.tsx';
import { PressureMonitor } from './pressure-monitor.tsx';
import { pressuredNode } from './pressured-node.ts';
import { shownNodes } from './shown-nodes.ts';
import { TerminateDialog, type TerminateTarget } from './terminate-dialog.tsx';
import { ThresholdCards } from './threshold-cards.tsx';
import { useAutoMode } from './use-auto-mode.ts';
import { useNodesPoll } from './use-nodes-poll.ts';
import '../texts.ts';
import { reasonOf } from '../rules/error-texts.ts';

/**
 * In a large cluster, finding and rendering the nodes takes a few milliseconds; a longer interval would be noticeable.
 */
const RENDER_INTERVAL_MS = 60;

/** /k8s-analyzer-nodes: the Kubernetes nodes monitor (spec 001 section 2.3). */
export function NodesPage() {
  const { t } = useTranslation('cluster');
  const { state, choose, type } = useScreenState(nodesAddress);
  const store = useCluster();
  // Sessions are shown with a node's pods; they are not read until one is expanded.
  const needsSessions = state.open.length > 0;
  const sessions = useEngineSessions(needsSessions);
  const { byPod } = sessions;
  const poll = useNodesPoll(store, state.isAll ? 'all' : 'gateway', () =>
    needsSessions ? sessions.store.refresh() : api.cluster.refresh({}),
  );
  const [requested, setRequested] = useState<TerminateTarget | null>(null);
  const [logged, setLogged] = useState<PodRow | null>(null);
  const behind = useRef(false);
  const version = useSlowClusterVersion(store, RENDER_INTERVAL_MS, behind);
  const isKnown = store.isKnown('nodes') && store.isKnown('pods');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the store's contents
  const listed = useMemo(
    () => (isKnown ? monitoredNodes(store, byPod, state.isAll ? 'all' : 'gateway') : null),
    [store, version, isKnown, byPod, state.isAll],
  );
  const read = useDeferredList(listed, behind);
  const nodes = read ?? NO_NODES;
  const own = useOwnNamespace();
  const underPressure = useMemo(() => nodes.map((node) => pressuredNode(store, node, own)), [nodes, store, own]);

  const fleet = useFleet(store);
  const serverRule = useServerRule('memory-pressure');
  /**
   * Viewing all nodes does not extend what auto mode acts on; and nothing is terminated automatically on outdated state
   * or usage.
   */
  const relievable = () => {
    if (serverRule.acts || poll.failure !== null || !canRelieve(store.feed, store, Date.now())) return [];
    return monitoredNodes(store, byPod, 'gateway').map((node) => pressuredNode(store, node, own));
  };
  const auto = useAutoMode(relievable, async ({ node, pod }) => {
    try {
      await terminate(node.name, pod.row, { cause: 'memory-pressure' });
      toast(t('nodes.autoTerminated', { name: pod.name, node: node.name }));
    } catch (error) {
      toastError(t('nodes.terminateFailed', { name: pod.name, message: reasonOf(error) }));
    }
  });
  /**
   * The node then cools down, unless the signal was refused: nothing was sent in that case, except that the node may
   * already be cooling down after another's.
   */
  const terminate = async (
    nodeName: string,
    pod: PodRow,
    choice: { cause: DeletionCause; shownSessions?: string[] | undefined },
  ) => {
    const { name: podName, namespace, uid } = pod;
    try {
      await api.cluster.terminatePod({ podName, namespace, uid, ...choice });
    } catch (error) {
      if (!isRefused(error) || (error as ApiError).code === 'NODE_RESTS') auto.startCooldown(nodeName);
      throw error;
    }
    auto.startCooldown(nodeName);
  };
  const shown = useMemo(() => shownNodes(nodes, store, state.node, state.pod), [nodes, store, state.node, state.pod]);

  return (
    <PageFrame>
      <PageHeader
        title={t('nodes.title')}
        count={read?.length}
        actions={
          <>
            <FeedBadge
              feed={store.feed}
              hasUsage
              serverNowMs={(now) => store.serverNowMs(now)}
              failure={poll.failure}
              lastMessageAtMs={store.lastMessageAtMs}
            />
            {fleet && <FleetMenu control={fleet} />}
            <ConsoleKeys />
            <Switch
              label={t('nodes.all')}
              title={t('nodes.allHelp')}
              checked={state.isAll}
              onChange={(event) => choose({ isAll: event.currentTarget.checked })}
            />
          </>
        }
      />
      {fleet?.change && <FleetProgress store={store} change={fleet.change} onEnd={fleet.end} />}
      {poll.failure && (
        <Alert color="red" role="alert">
          <Group justify="space-between">
            <div>
              <Text size="sm">{poll.failure}</Text>
              {poll.retries > 0 && (
                <Text size="sm">{t('nodes.retrying', { count: poll.retries, most: MAX_RETRIES })}</Text>
              )}
            </div>
            <Button size="xs" variant="default" onClick={poll.retryNow}>
              {t('nodes.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      <MemoryCards nodes={nodes} />
      {/* The height of the parts depends on the data: they appear together. */}
      <Deferred when={read !== null || poll.failure !== null} fallback={<TableSkeleton />}>
        <PressureMonitor nodes={underPressure} own={own} auto={auto} serverRule={serverRule} />
        <NodesFilterBar
          node={state.node}
          onNode={(node) => type({ node })}
          pod={state.pod}
          onPod={(pod) => (pod.enabled === state.pod.enabled ? type({ pod }) : choose({ pod }))}
        />
        <ThresholdCards nodes={nodes} store={store} nodeFilter={state.node} podFilter={state.pod} />
        {read === null && poll.failure ? (
          <Text>{t('errors.nodesUnable')}</Text>
        ) : read !== null && nodes.length === 0 ? (
          <Text>{t('errors.nodesNone')}</Text>
        ) : shown.length === 0 && read !== null ? (
          <Text>{t('errors.nodesNoMatch')}</Text>
        ) : (
          <NodeTable
            rows={shown}
            store={store}
            byPod={sessions.byPod}
            cooldowns={auto.cooldowns}
            sort={state.sort}
            onSort={(sort) => choose({ sort })}
            open={state.open}
            onOpen={(open) => type({ open })}
            onTerminate={setRequested}
            onLogs={setLogged}
          />
        )}
      </Deferred>
      <TerminateDialog
        target={requested}
        sessions={mapKnown(byPod, (rows) => rows.get(requested?.pod.name ?? '') ?? [])}
        terminate={({ nodeName, pod }, shownSessions) =>
          terminate(nodeName, pod, { cause: 'manual', shownSessions: shownSessionIds(shownSessions) })
        }
        onDone={(target) => toast(t('nodes.terminated', { name: target.pod.name }))}
        onClose={() => setRequested(null)}
      />
      <PodLogDialog pod={logged && { ...logged, containers: [] }} onClose={() => setLogged(null)} />
      <DescribedPanel />
    </PageFrame>
  );
}

const NO_NODES: readonly MonitoredNode[] = [];
