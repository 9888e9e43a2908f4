import { Alert, Button, Group, Switch, Text } from '@mantine/core';
import type { MonitoredPodRow } from '@switchyard/contracts/monitored-nodes';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Later } from '../../../components/later.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { api } from '../../../lib/api/client.ts';
import { useScreenState } from '../address/use-screen-state.ts';
import { FeedBadge } from '../components/feed-badge.tsx';
import { TableSkeleton } from '../components/table-skeleton.tsx';
import { DescribedPanel } from '../describe/described-panel.tsx';
import { useEngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import { isCurrent } from '../rules/lists-feed.ts';
import { MAX_RETRIES } from '../rules/retry.ts';
import { MemoryCards } from './memory-cards.tsx';
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

/** /k8s-analyzer-nodes: the Kubernetes nodes monitor (spec 001 section 2.3). */
export function NodesPage() {
  const { t } = useTranslation('cluster');
  const { state, choose, type } = useScreenState(nodesAddress);
  const poll = useNodesPoll(state.isAll ? 'all' : 'gateway');
  // Sessions are shown with a node's pods; until one is opened they are not read.
  const sessions = useEngineSessions(state.open.length > 0 ? poll.readAtMs : null);
  const [asked, setAsked] = useState<TerminateTarget | null>(null);
  const [logged, setLogged] = useState<MonitoredPodRow | null>(null);
  const nodes = useMemo(() => poll.nodes ?? [], [poll.nodes]);
  const underPressure = useMemo(() => nodes.map(pressuredNode), [nodes]);

  // By an old picture, or old usage, nothing is terminated without an operator.
  const isTrusted = poll.failure === null && isCurrent(poll.feed) && poll.feed?.metrics.state === 'live';

  const terminate = async (pod: MonitoredPodRow) => {
    await api.cluster.terminatePod({
      podName: pod.name,
      namespace: pod.namespace,
      uid: pod.uid,
      cause: 'memory-pressure',
    });
  };
  const auto = useAutoMode(isTrusted ? underPressure : [], async ({ node, pod }) => {
    try {
      await terminate(pod as MonitoredPodRow);
      toast(t('nodes.autoTerminated', { name: pod.name, node: node.name }));
      return true;
    } catch (error) {
      toastError(t('nodes.terminateFailed', { name: pod.name, message: (error as Error).message }));
      return false;
    }
  });
  const shown = useMemo(() => shownNodes(nodes, state.node, state.pod), [nodes, state.node, state.pod]);

  return (
    <PageFrame>
      <PageHeader
        title={t('nodes.title')}
        count={poll.nodes?.length}
        actions={
          <>
            <FeedBadge
              feed={poll.feed}
              hasUsage
              serverNowMs={(now) => now}
              failure={poll.failure}
              heardAtMs={poll.readAtMs}
            />
            <Switch
              label={t('nodes.all')}
              checked={state.isAll}
              onChange={(event) => choose({ isAll: event.currentTarget.checked })}
            />
          </>
        }
      />
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
      {/* How high the parts are depends on what was read: they come together. */}
      <Later when={poll.nodes !== null || poll.failure !== null} instead={<TableSkeleton />}>
        <PressureMonitor nodes={underPressure} auto={auto} />
        <NodesFilterBar
          node={state.node}
          onNode={(node) => type({ node })}
          pod={state.pod}
          onPod={(pod) => (pod.enabled === state.pod.enabled ? type({ pod }) : choose({ pod }))}
        />
        <ThresholdCards nodes={nodes} nodeFilter={state.node} podFilter={state.pod} />
        {poll.nodes === null && poll.failure ? (
          <Text>{t('errors.nodesUnable')}</Text>
        ) : poll.nodes !== null && nodes.length === 0 ? (
          <Text>{t('errors.nodesNone')}</Text>
        ) : shown.length === 0 && poll.nodes !== null ? (
          <Text>{t('errors.nodesNoMatch')}</Text>
        ) : (
          <NodeTable
            rows={shown}
            sessionsOf={(name) => sessions.byPod.get(name)}
            cooldowns={auto.cooldowns}
            sort={state.sort}
            onSort={(sort) => choose({ sort })}
            open={state.open}
            onOpen={(open) => type({ open })}
            onTerminate={setAsked}
            onLogs={setLogged}
          />
        )}
      </Later>
      <TerminateDialog
        target={asked}
        terminate={terminate}
        onDone={(target) => {
          auto.startCooldown(target.nodeName);
          toast(t('nodes.terminated', { name: target.pod.name }));
        }}
        onClose={() => setAsked(null)}
      />
      <PodLogDialog pod={logged && { ...logged, containers: [] }} onClose={() => setLogged(null)} />
      <DescribedPanel />
    </PageFrame>
  );
}
