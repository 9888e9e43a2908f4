import { Group, Text } from '@mantine/core';
import { podMemoryPercent } from '@switchyard/cluster-rules/usage';
import type { MonitoredNodeRow, MonitoredPodRow } from '@switchyard/contracts/monitored-nodes';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import classes from '../components/console.module.css';
import type { PodUsageFilter, UsageFilter } from '../rules/node-filters.ts';
import { cpuPercent, memoryPercent } from './sort-nodes.ts';
import '../texts.ts';

const MOST_CHIPS = 20;

/** Chip cards: node or pod CPU and memory at or above the thresholds (spec 001 section 9). */
export function ThresholdCards(props: {
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
    <div className={classes.chipCards}>
      {active.map(([title, threshold, chips]) => {
        const high = chips.filter(([, percent]) => percent >= threshold).sort((one, other) => other[1] - one[1]);
        return (
          <Card key={title} className={classes.card} aria-label={title}>
            <div className={classes.cardName}>
              {title} ({high.length})
            </div>
            <Group gap={4} mt={6}>
              {high.slice(0, MOST_CHIPS).map(([name, percent]) => (
                <span key={name} className={classes.chip} data-tone="neutral">
                  {name} {Math.round(percent)}%
                </span>
              ))}
              {high.length > MOST_CHIPS && <Text size="xs">{t('more', { count: high.length - MOST_CHIPS })}</Text>}
            </Group>
          </Card>
        );
      })}
    </div>
  );
}
