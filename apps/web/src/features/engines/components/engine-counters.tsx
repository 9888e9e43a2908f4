import { countEngines } from '@switchyard/contracts/engines/lifecycle';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { EngineRow } from '../engine-row.ts';
import '../texts.ts';
import classes from './engine-counters.module.css';

const TONES = { total: 'neutral', connected: 'success', startingUp: 'info', needsAttention: 'error' } as const;

/** Number of engines by state (spec 000 section 4.1). */
export function EngineCounters({ rows }: { rows: readonly EngineRow[] | null }) {
  const { t } = useTranslation('engines');
  const counts = rows && countEngines(rows);
  return (
    <dl className={classes.counters} aria-label={t('counters.label')}>
      {(['total', 'connected', 'startingUp', 'needsAttention'] as const).map((name) => (
        <Card
          as="div"
          key={name}
          className={classes.counter}
          data-tone={counts && counts[name] > 0 ? TONES[name] : 'neutral'}
        >
          <dt>{t(`counters.${name}`)}</dt>
          <dd>{counts ? formatNumber(counts[name]) : '–'}</dd>
        </Card>
      ))}
    </dl>
  );
}
