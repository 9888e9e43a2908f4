import { Group, Progress, Stack, Text } from '@mantine/core';
import { percentOf } from '@switchyard/cluster-rules/usage';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Deferred } from '../../../components/deferred.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import classes from '../components/console.module.css';
import { FigureCard } from '../components/figure-card.tsx';
import { formatBinarySize } from '../components/units.ts';
import { UsageBar } from '../components/usage.tsx';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { useSlowClusterVersion } from '../feed/use-cluster.ts';
import { placementOf, type SessionPlacement } from '../rules/engine-sessions.ts';
import { Advice } from './advice.tsx';
import '../texts.ts';

/** Null: unknown. */
const figure = (value: number | null) => (value === null ? '–' : formatNumber(value));

/** Figures that change with every event are readable at this rate. */
const FIGURES_MS = 200;

/**
 * The Overview tab: four cards, the memory bar and Session Health (spec 001 section 2.1); below them the optimizer's
 * advice.
 */
export const Overview = memo(function Overview({ store, sessions }: { store: ClusterStore; sessions: EngineSessions }) {
  const { t } = useTranslation('cluster');
  useSlowClusterVersion(store, FIGURES_MS);
  const placements: Record<SessionPlacement, number> = { 'active-in-pod': 0, 'missing-pod': 0, 'no-pod': 0 };
  for (const row of sessions.rows) placements[placementOf(row.podId, (name) => store.hasPodNamed(name))] += 1;
  const running = store.countOf('Running');
  const hasNodes = store.isKnown('nodes');
  const hasPods = store.isKnown('pods');
  const hasPlaces = hasPods && sessions.byPod.isKnown;
  let used = 0;
  let capacity = 0;
  for (const { node, memoryBytes } of store.nodes()) {
    if (memoryBytes === null) continue;
    used += memoryBytes;
    capacity += node.capacityBytes;
  }
  const percent = percentOf(used, capacity);
  const memory = t('optimizer.memoryOf', {
    used: formatBinarySize(used),
    capacity: formatBinarySize(capacity),
    percent: Math.round(percent),
  });
  const bars = [
    ['active-in-pod', 'brand', t('optimizer.activeHelp')],
    ['missing-pod', 'red', t('optimizer.missingHelp')],
    ['no-pod', 'gray', t('optimizer.noPodHelp')],
  ] as const;
  const share = (placement: SessionPlacement) => Math.round(percentOf(placements[placement], sessions.rows.length));
  return (
    <Stack gap="md">
      <div className={classes.cards}>
        <FigureCard name={t('optimizer.totalNodes')}>{figure(hasNodes ? store.nodeCount : null)}</FigureCard>
        <FigureCard name={t('optimizer.totalPods')}>{figure(hasPods ? store.podCount : null)}</FigureCard>
        <FigureCard
          name={t('optimizer.runningPods')}
          note={hasPods && t('optimizer.ofAllPods', { percent: Math.round(percentOf(running, store.podCount)) })}
        >
          {figure(hasPods ? running : null)}
        </FigureCard>
        <FigureCard
          name={t('optimizer.sessions')}
          // The same number of lines before and after the figures are known.
          note={bars
            .map(([placement]) => [
              t(`optimizer.placement.${placement}`),
              figure(hasPlaces ? placements[placement] : null),
            ])
            // Break lines between two parts, not within one.
            .map((part) => part.join(' ').replaceAll(' ', '\u00a0'))
            .join(' · ')}
        >
          {figure(sessions.byPod.isKnown ? sessions.rows.length : null)}
        </FigureCard>
      </div>
      <Card className={classes.card} aria-label={t('optimizer.memory')}>
        <Group justify="space-between" mb={8}>
          <Heading size="h3">{t('optimizer.memory')}</Heading>
          <Text size="sm" className={classes.number}>
            {capacity > 0 ? memory : t('optimizer.memoryUnknown')}
          </Text>
        </Group>
        <UsageBar percent={percent} label={t('optimizer.memory')} />
      </Card>
      <Card className={classes.card} aria-label={t('optimizer.health')}>
        <Heading size="h3" mb={12}>
          {t('optimizer.health')}
        </Heading>
        <Stack gap="md">
          {bars.map(([placement, colour, help]) => (
            <div key={placement}>
              <Group justify="space-between">
                <Text size="sm" fw={550}>
                  {t(`optimizer.placement.${placement}`)}
                </Text>
                <Text size="sm" className={classes.number}>
                  {hasPlaces ? `${formatNumber(placements[placement])} (${share(placement)}%)` : '–'}
                </Text>
              </Group>
              <Progress
                value={hasPlaces ? share(placement) : 0}
                color={colour}
                size="sm"
                my={4}
                aria-label={t(`optimizer.placement.${placement}`)}
              />
              <Hint size="xs">{help}</Hint>
            </div>
          ))}
        </Stack>
      </Card>
      <Deferred fallback={null}>
        <Advice />
      </Deferred>
    </Stack>
  );
});
