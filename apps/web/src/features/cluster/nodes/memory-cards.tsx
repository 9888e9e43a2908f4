import { PRESSURE_PERCENT } from '@switchyard/cluster-rules/memory-pressure';
import { isAverageMemoryError, percentOf } from '@switchyard/cluster-rules/usage';
import { useTranslation } from 'react-i18next';
import classes from '../components/console.module.css';
import { FigureCard } from '../components/figure-card.tsx';
import { formatBinarySize } from '../components/units.ts';
import { type MonitoredNode, memoryPercent } from './monitored-nodes.ts';
import '../texts.ts';

/** Summary memory cards of the nodes monitor (spec 001 section 2.3); unmeasured nodes count as zero. */
export function MemoryCards({ nodes }: { nodes: readonly MonitoredNode[] }) {
  const { t } = useTranslation('cluster');
  const views = nodes.map(({ view }) => view);
  const known = views.filter(({ memoryBytes }) => memoryBytes !== null);
  const used = known.reduce((sum, { memoryBytes }) => sum + (memoryBytes ?? 0), 0);
  const capacity = views.reduce((sum, { node }) => sum + node.capacityBytes, 0);
  const measured = known.reduce((sum, { node }) => sum + node.capacityBytes, 0);
  const average = known.reduce((sum, view) => sum + memoryPercent(view), 0) / (known.length || 1);
  const high = known.filter((view) => memoryPercent(view) >= PRESSURE_PERCENT).length;
  return (
    <div className={classes.cards}>
      <FigureCard name={t('nodes.totalMemory')}>{nodes.length > 0 ? formatBinarySize(capacity) : '–'}</FigureCard>
      <FigureCard name={t('nodes.usedMemory')}>
        {known.length > 0 ? `${formatBinarySize(used)} (${Math.round(percentOf(used, measured))}%)` : '–'}
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
