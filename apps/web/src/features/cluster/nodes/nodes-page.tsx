import { Alert, Badge, Button, Group, NumberInput, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import type { MonitoredNodeRow, MonitoredPodRow } from '@switchyard/contracts/cluster';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { api } from '../../../lib/api/client.ts';
import classes from '../components/console.module.css';
import { FeedBadge } from '../components/feed-badge.tsx';
import { clockWords, memoryWords } from '../components/units.ts';
import { UsageBar } from '../components/usage.tsx';
import { useTick } from '../components/use-tick.ts';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import {
  autoLeftMs,
  COOLDOWN_REFRESH_MS,
  PRESSURE_PERCENT,
  restingNodes,
  terminateTarget,
} from '../rules/memory-pressure.ts';
import { WORDS } from '../rules/messages.ts';
import {
  DEFAULT_POD_FILTER,
  filterNodes,
  NO_NODE_FILTER,
  type PodUsageFilter,
  type UsageFilter,
} from '../rules/node-filters.ts';
import { isAverageMemoryError, percentOf, podMemoryPercent } from '../rules/usage.ts';
import { NodeTable } from './node-table.tsx';
import { cpuPercent, memoryPercent } from './sort-nodes.ts';
import { TerminateDialog, type TerminateTarget } from './terminate-dialog.tsx';
import { type AutoMode, useAutoMode } from './use-auto-mode.ts';
import { useNodesPoll } from './use-nodes-poll.ts';
import '../texts.ts';

const MOST_CHIPS = 40;

interface PressuredNode {
  name: string;
  memoryPercent: number;
  pods: (MonitoredPodRow & { memoryBytes: number })[];
}

const pressured = (node: MonitoredNodeRow): PressuredNode => ({
  name: node.name,
  memoryPercent: memoryPercent(node.metrics),
  pods: node.pods.map((pod) => ({ ...pod, memoryBytes: pod.metrics.memory.usage ?? 0 })),
});

/** Unmeasured usage counts as nothing in the filters, so that a threshold hides it. */
const measured = (metrics: MonitoredNodeRow['metrics']) => ({
  cpu: { usage: metrics.cpu.usage ?? 0, capacity: metrics.cpu.capacity },
  memory: { usage: metrics.memory.usage ?? 0, capacity: metrics.memory.capacity },
});

/** /k8s-analyzer-nodes: the Kubernetes nodes monitor (spec 001 section 2.3). */
export function NodesPage() {
  const { t } = useTranslation('cluster');
  const [isAll, setIsAll] = useState(false);
  const poll = useNodesPoll(isAll ? 'all' : 'gateway');
  const [nodeFilter, setNodeFilter] = useState(NO_NODE_FILTER);
  const [podFilter, setPodFilter] = useState(DEFAULT_POD_FILTER);
  const [asked, setAsked] = useState<TerminateTarget | null>(null);
  const [logged, setLogged] = useState<MonitoredPodRow | null>(null);
  const nodes = useMemo(() => poll.nodes ?? [], [poll.nodes]);
  const underPressure = useMemo(() => nodes.map(pressured), [nodes]);

  const terminate = async (pod: MonitoredPodRow) => {
    await api.cluster.terminatePod({
      podName: pod.name,
      namespace: pod.namespace,
      uid: pod.uid,
      cause: 'memory-pressure',
    });
  };
  const auto = useAutoMode(underPressure, async ({ node, pod }) => {
    try {
      await terminate(pod as MonitoredPodRow);
      toast(t('nodes.autoTerminated', { name: pod.name, node: node.name }));
      return true;
    } catch (error) {
      toastError(t('nodes.terminateFailed', { name: pod.name, message: (error as Error).message }));
      return false;
    }
  });
  const shown = useMemo(() => {
    const rows = nodes.map((node) => ({
      name: node.name,
      metrics: measured(node.metrics),
      pods: node.pods.map((pod) => ({ name: pod.name, metrics: measured(pod.metrics), pod })),
      node,
    }));
    type Row = (typeof rows)[number];
    return filterNodes<Row['pods'][number], Row>(rows, nodeFilter, podFilter).map(({ node, pods }) => ({
      node: node.node,
      pods: pods.map((one) => one.pod),
    }));
  }, [nodes, nodeFilter, podFilter]);

  return (
    <div className={classes.page}>
      <PageHeader
        title={t('nodes.title')}
        count={poll.nodes?.length}
        actions={
          <>
            <FeedBadge
              pods={poll.feed?.pods ?? null}
              metrics={poll.feed?.metrics ?? null}
              serverNowMs={(now) => now}
              failure={poll.failure}
              heardAtMs={poll.readAtMs}
            />
            <Switch
              label={t('nodes.all')}
              checked={isAll}
              onChange={(event) => setIsAll(event.currentTarget.checked)}
            />
          </>
        }
      />
      {poll.failure && (
        <Alert color="red" role="alert">
          <Group justify="space-between">
            <div>
              <Text size="sm">{poll.failure}</Text>
              {poll.retry && <Text size="sm">{poll.retry}</Text>}
            </div>
            <Button size="xs" variant="default" onClick={poll.retryNow}>
              {t('nodes.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      <MemoryCards nodes={nodes} />
      <Monitor nodes={underPressure} auto={auto} />
      <FilterBar node={nodeFilter} onNode={setNodeFilter} pod={podFilter} onPod={setPodFilter} />
      <ThresholdCards nodes={nodes} nodeFilter={nodeFilter} podFilter={podFilter} />
      {poll.nodes === null && poll.failure ? (
        <Text>{WORDS.nodesUnable}</Text>
      ) : poll.nodes !== null && nodes.length === 0 ? (
        <Text>{WORDS.nodesNone}</Text>
      ) : shown.length === 0 && poll.nodes !== null ? (
        <Text>{WORDS.nodesNoMatch}</Text>
      ) : (
        <NodeTable rows={shown} cooldowns={auto.cooldowns} onTerminate={setAsked} onLogs={setLogged} />
      )}
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
    </div>
  );
}

function MemoryCards({ nodes }: { nodes: readonly MonitoredNodeRow[] }) {
  const { t } = useTranslation('cluster');
  const known = nodes.filter((node) => node.metrics.memory.usage !== null);
  const used = known.reduce((sum, node) => sum + (node.metrics.memory.usage ?? 0), 0);
  const capacity = nodes.reduce((sum, node) => sum + node.metrics.memory.capacity, 0);
  const average = known.reduce((sum, node) => sum + memoryPercent(node.metrics), 0) / (known.length || 1);
  const high = known.filter((node) => memoryPercent(node.metrics) >= PRESSURE_PERCENT).length;
  return (
    <div className={classes.cards}>
      <Card name={t('nodes.totalMemory')}>{memoryWords(capacity)}</Card>
      <Card name={t('nodes.usedMemory')}>
        {known.length > 0 ? `${memoryWords(used)} (${Math.round(percentOf(used, capacity))}%)` : '–'}
      </Card>
      <Card name={t('nodes.averageMemory')} level={isAverageMemoryError(average) ? 'error' : 'normal'}>
        {known.length > 0 ? `${Math.round(average)}%` : '–'}
      </Card>
      <Card name={t('nodes.highNodes')} level={high > 0 ? 'error' : 'normal'}>
        {high}
      </Card>
    </div>
  );
}

function Card({ name, level = 'normal', children }: { name: string; level?: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={name}>
      <div className={classes.cardName}>{name}</div>
      <div className={`${classes.cardValue} ${classes.level}`} data-level={level}>
        {children}
      </div>
    </section>
  );
}

/** The cooldown and high-memory monitor; redrawn every second. */
function Monitor({ nodes, auto }: { nodes: readonly PressuredNode[]; auto: AutoMode }) {
  const { t } = useTranslation('cluster');
  const now = useTick(COOLDOWN_REFRESH_MS);
  const resting = restingNodes(auto.cooldowns, now);
  const high = nodes.filter((node) => node.memoryPercent >= PRESSURE_PERCENT);
  const target = terminateTarget(nodes, auto.cooldowns, now);
  return (
    <section className={classes.card} aria-label={t('nodes.monitor')}>
      <Group justify="space-between" mb={8}>
        <Title order={2} size="h3">
          {t('nodes.monitor')}
        </Title>
        <Switch label={t('nodes.auto')} color="red" checked={auto.isAuto} onChange={auto.toggle} />
      </Group>
      <Text size="xs" c="dimmed" mb={8}>
        {t('nodes.autoHelp')}
      </Text>
      {auto.isAuto && (
        <Text size="sm" mb={8}>
          {auto.isLeader
            ? t('nodes.nextAuto', { left: clockWords(autoLeftMs(auto.lastAutoMs, now)) })
            : t('nodes.otherTab')}
        </Text>
      )}
      <Stack gap={6}>
        <Text size="sm" fw={550}>
          {t('nodes.underPressure')}
        </Text>
        {high.length === 0 && <Text size="sm">{t('nodes.noPressure')}</Text>}
        {high.slice(0, MOST_CHIPS).map((node) => (
          <Group key={node.name} gap="sm">
            <Text size="sm" miw={160}>
              {node.name}
            </Text>
            <div style={{ flex: 1, minInlineSize: 80 }}>
              <UsageBar percent={node.memoryPercent} label={node.name} />
            </div>
            <Text size="sm" className={classes.number}>
              {Math.round(node.memoryPercent)}%
            </Text>
          </Group>
        ))}
        {target && (
          <Text size="sm">
            {t('nodes.target', {
              pod: target.pod.name,
              node: target.node.name,
              memory: memoryWords(target.pod.memoryBytes),
            })}
          </Text>
        )}
        <Text size="sm" fw={550}>
          {t('nodes.cooldowns')}
        </Text>
        {resting.length === 0 ? (
          <Text size="sm">{t('nodes.noCooldowns')}</Text>
        ) : (
          <Group gap={6}>
            {resting.map(({ nodeName, leftMs }) => (
              <Badge key={nodeName} variant="light" color="blue" tt="none">
                {nodeName} {clockWords(leftMs)}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
    </section>
  );
}

function FilterBar(props: {
  node: UsageFilter;
  onNode: (filter: UsageFilter) => void;
  pod: PodUsageFilter;
  onPod: (filter: PodUsageFilter) => void;
}) {
  const { t } = useTranslation('cluster');
  return (
    <Group gap="xl" align="end">
      <fieldset className={classes.filters} style={{ border: 0, margin: 0, padding: 0 }}>
        <legend>
          <Text size="sm" fw={550}>
            {t('nodes.nodeFilter')}
          </Text>
        </legend>
        <UsageFields filter={props.node} onChange={props.onNode} />
      </fieldset>
      <fieldset className={classes.filters} style={{ border: 0, margin: 0, padding: 0 }}>
        <legend>
          <Switch
            size="xs"
            label={t('nodes.podFilterOn')}
            checked={props.pod.enabled}
            onChange={(event) => props.onPod({ ...props.pod, enabled: event.currentTarget.checked })}
          />
        </legend>
        <UsageFields
          filter={props.pod}
          onChange={(filter) => props.onPod({ ...props.pod, ...filter })}
          isOff={!props.pod.enabled}
        />
      </fieldset>
    </Group>
  );
}

function UsageFields(props: { filter: UsageFilter; onChange: (filter: UsageFilter) => void; isOff?: boolean }) {
  const { t } = useTranslation('cluster');
  const { filter, onChange, isOff = false } = props;
  return (
    <>
      <NumberInput
        label={t('nodes.cpuAtLeast')}
        value={filter.cpuThreshold}
        min={0}
        w={120}
        disabled={isOff}
        onChange={(value) => onChange({ ...filter, cpuThreshold: Number(value) || 0 })}
      />
      <NumberInput
        label={t('nodes.memoryAtLeast')}
        value={filter.memoryThreshold}
        min={0}
        w={140}
        disabled={isOff}
        onChange={(value) => onChange({ ...filter, memoryThreshold: Number(value) || 0 })}
      />
      <TextInput
        label={t('nodes.name')}
        value={filter.name}
        disabled={isOff}
        onChange={(event) => onChange({ ...filter, name: event.currentTarget.value })}
      />
    </>
  );
}

/** Chip cards: node or pod CPU and memory at or above the thresholds (spec 001 section 9). */
function ThresholdCards(props: {
  nodes: readonly MonitoredNodeRow[];
  nodeFilter: UsageFilter;
  podFilter: PodUsageFilter;
}) {
  const { t } = useTranslation('cluster');
  const { nodes, nodeFilter, podFilter } = props;
  const pods = podFilter.enabled ? nodes.flatMap((node) => node.pods) : [];
  const podMemory = (pod: MonitoredPodRow) => podMemoryPercent(pod.metrics.memory.usage ?? 0);
  const cards: [title: string, threshold: number, chips: [name: string, percent: number][]][] = [
    [
      `${t('nodes.nodesWord')}: ${t('nodes.cpuCard', { percent: nodeFilter.cpuThreshold })}`,
      nodeFilter.cpuThreshold,
      nodes.map((node) => [node.name, cpuPercent(node.metrics)]),
    ],
    [
      `${t('nodes.nodesWord')}: ${t('nodes.memoryCard', { percent: nodeFilter.memoryThreshold })}`,
      nodeFilter.memoryThreshold,
      nodes.map((node) => [node.name, memoryPercent(node.metrics)]),
    ],
    [
      `${t('nodes.podsWord')}: ${t('nodes.cpuCard', { percent: podFilter.cpuThreshold })}`,
      podFilter.enabled ? podFilter.cpuThreshold : 0,
      pods.map((pod) => [pod.name, cpuPercent(pod.metrics)]),
    ],
    [
      `${t('nodes.podsWord')}: ${t('nodes.memoryCard', { percent: podFilter.memoryThreshold })}`,
      podFilter.enabled ? podFilter.memoryThreshold : 0,
      pods.map((pod) => [pod.name, podMemory(pod)]),
    ],
  ];
  const active = cards.filter(([, threshold]) => threshold > 0);
  if (active.length === 0) return null;
  return (
    <div className={classes.cards}>
      {active.map(([title, threshold, chips]) => {
        const high = chips.filter(([, percent]) => percent >= threshold).sort((one, other) => other[1] - one[1]);
        return (
          <section key={title} className={classes.card} aria-label={title}>
            <div className={classes.cardName}>
              {title} ({high.length})
            </div>
            <Group gap={4} mt={6}>
              {high.slice(0, MOST_CHIPS).map(([name, percent]) => (
                <Badge key={name} variant="light" color="gray" tt="none">
                  {name} {Math.round(percent)}%
                </Badge>
              ))}
            </Group>
          </section>
        );
      })}
    </div>
  );
}
