import { PRESSURE_PERCENT } from '@switchyard/cluster-rules/memory-pressure';
import { isAverageMemoryError, percentOf } from '@switchyard/cluster-rules/usage';
import type { MonitoredNodeRow } from '@switchyard/contracts/monitored-nodes';
import { useTranslation } from 'react-i18next';
import classes from '../components/console.module.css';
import { FigureCard } from '../components/figure-card.tsx';
import { memoryWords } from '../components/units.ts';
import { memoryPercent } from './sort-nodes.ts';
import '../texts.ts';

/** Summary memory cards of the nodes monitor (spec 001 section 2.3); nodes without a measurement count for nothing. */
export function MemoryCards({ nodes }: { nodes: readonly MonitoredNodeRow[] }) {
  const { t } = useTranslation('cluster');
  const known = nodes.filter((node) => node.metrics.memory.usage !== null);
  const used = known.reduce((sum, node) => sum + (node.metrics.memory.usage ?? 0), 0);
  const capacity = nodes.reduce((sum, node) => sum + node.metrics.memory.capacity, 0);
  const average = known.reduce((sum, node) => sum + memoryPercent(node.metrics), 0) / (known.length || 1);
  const high = known.filter((node) => memoryPercent(node.metrics) >= PRESSURE_PERCENT).length;
  return (
    <div className={classes.cards}>
      <FigureCard name={t('nodes.totalMemory')}>{nodes.length > 0 ? memoryWords(capacity) : '–'}</FigureCard>
      <FigureCard name={t('nodes.usedMemory')}>
        {known.length > 0 ? `${memoryWords(used)} (${Math.round(percentOf(used, capacity))}%)` : '–'}
      </FigureCard>
      <FigureCard name={t('nodes.averageMemory')} level={isAverageMemoryError(average) ? 'error' : 'normal'}>
        {known.length > 0 ? `${Math.round(average)}%` : '–'}
      </FigureCard>
      <FigureCard name={t('nodes.highNodes')} level={high > 0 ? 'error' : 'normal'}>
        {known.length > 0 ? high : '–'}
      </FigureCard>
    </div>
  );
}
