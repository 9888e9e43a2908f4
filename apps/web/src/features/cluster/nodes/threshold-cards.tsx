import { Group, Text } from '@mantine/core';
import { podMemoryPercent } from '@switchyard/cluster-rules/usage';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import classes from '../components/console.module.css';
import type { ClusterStore } from '../feed/cluster-store.ts';
import type { PodUsageFilter, UsageFilter } from '../rules/node-filters.ts';
import { cpuPercent, type MonitoredNode, memoryPercent, podCpuPercent, podsOn } from './monitored-nodes.ts';
import '../texts.ts';

const MAX_CHIPS = 20;

/** Chip cards: node or pod CPU and memory at or above the thresholds (spec 001 section 9). */
export function ThresholdCards(props: {
  nodes: readonly MonitoredNode[];
  store: ClusterStore;
  nodeFilter: UsageFilter;
  podFilter: PodUsageFilter;
}) {
  const { t } = useTranslation('cluster');
  const { nodes, store, nodeFilter, podFilter } = props;
  const pods = podFilter.enabled
    ? nodes.flatMap(({ view: on }) => podsOn(store, on.node.name).map((view) => ({ view, on })))
    : [];
  const cards: [title: string, threshold: number, chips: [name: string, percent: number][]][] = [
    [
      `${t('nodes.nodesWord')}: ${t('nodes.cpuCard', { percent: nodeFilter.cpuThreshold })}`,
      nodeFilter.cpuThreshold,
      nodes.map(({ view }) => [view.node.name, cpuPercent(view)]),
    ],
    [
      `${t('nodes.nodesWord')}: ${t('nodes.memoryCard', { percent: nodeFilter.memoryThreshold })}`,
      nodeFilter.memoryThreshold,
      nodes.map(({ view }) => [view.node.name, memoryPercent(view)]),
    ],
    [
      `${t('nodes.podsWord')}: ${t('nodes.cpuCard', { percent: podFilter.cpuThreshold })}`,
      podFilter.enabled ? podFilter.cpuThreshold : 0,
      pods.map(({ view, on }) => [view.pod.name, podCpuPercent(view, on)]),
    ],
    [
      `${t('nodes.podsWord')}: ${t('nodes.memoryCard', { percent: podFilter.memoryThreshold })}`,
      podFilter.enabled ? podFilter.memoryThreshold : 0,
      pods.map(({ view }) => [view.pod.name, podMemoryPercent(view.memoryBytes ?? 0)]),
    ],
  ];
  const active = cards.filter(([, threshold]) => threshold > 0);
  if (active.length === 0) return null;
  return (
    <div className={classes.chipCards}>
      {active.map(([title, threshold, chips]) => {
        const high = chips.filter(([, percent]) => percent >= threshold).sort((a, b) => b[1] - a[1]);
        return (
          <Card key={title} className={classes.card} aria-label={title}>
            <div className={classes.cardName}>
              {title} ({high.length})
            </div>
            <Group gap={4} mt={6}>
              {high.slice(0, MAX_CHIPS).map(([name, percent]) => (
                <span key={name} className={classes.chip} data-tone="neutral">
                  {name} {Math.round(percent)}%
                </span>
              ))}
              {high.length > MAX_CHIPS && <Text size="xs">{t('more', { count: high.length - MAX_CHIPS })}</Text>}
            </Group>
          </Card>
        );
      })}
    </div>
  );
}
