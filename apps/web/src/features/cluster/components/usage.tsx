import { isUsageBold, podMemoryLevel, podMemoryPercent, usageLevel } from '@switchyard/cluster-rules/usage';
import { useTranslation } from 'react-i18next';
import classes from './console.module.css';
import { formatBinarySize } from './units.ts';
import '../texts.ts';

/** A percentage in its colour: 60 or more warning, 80 or more error, bold above 70. */
export function UsagePercent({ percent, title }: { percent: number; title?: string }) {
  return (
    <span
      className={`${classes.level} ${classes.number}`}
      data-level={usageLevel(percent)}
      style={{ fontWeight: isUsageBold(percent) ? 700 : 400 }}
      title={title}
    >
      {Math.round(percent)}%
    </span>
  );
}

const BAR_COLOURS = { normal: 'brand', warning: 'yellow', error: 'red' } as const;

/**
 * A bar of a percentage, in its level's colour unless another is given. Only two elements: a list of nodes renders
 * dozens at once.
 */
export function UsageBar(props: { percent: number; label: string; colour?: string }) {
  const colour = props.colour ?? BAR_COLOURS[usageLevel(props.percent)];
  const percent = Math.min(100, props.percent);
  return (
    <div className={classes.bar}>
      <div
        role="progressbar"
        aria-label={props.label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className={classes.barPart}
        style={{ background: `var(--mantine-color-${colour}-filled)`, inlineSize: `${percent}%` }}
      />
    </div>
  );
}

/** A pod's memory: normal below 3 GB, then warning, critical from 4 GB; exact on hover. */
export function PodMemory({ bytes }: { bytes: number | null }) {
  const { t } = useTranslation('cluster');
  if (bytes === null) return <span title={t('pod.unmeasured')}>–</span>;
  return (
    <span
      className={`${classes.level} ${classes.number}`}
      data-level={podMemoryLevel(bytes)}
      title={`${Math.round(bytes)} bytes, ${Math.round(podMemoryPercent(bytes))}%`}
    >
      {formatBinarySize(bytes)}
    </span>
  );
}
