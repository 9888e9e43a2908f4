import { Text } from '@mantine/core';
import { HISTORY_INTERVAL_MS } from '@switchyard/contracts/cluster/history';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatBinarySize, formatCpu } from '../components/units.ts';
import classes from './history.module.css';
import { Sparkline } from './sparkline.tsx';
import './texts.ts';
import { reasonOf } from '../rules/error-texts.ts';

/** CPU, memory and (for a pod) restarts of the last hour, as far as the server has observed them. */
export function UsageHistory({ of, uidOrName }: { of: 'pods' | 'nodes'; uidOrName: string }) {
  const { t } = useTranslation('clusterHistory');
  const { data, error } = useQuery(
    apiQuery.cluster.history.queryOptions({ input: { [of]: [uidOrName] }, refetchInterval: HISTORY_INTERVAL_MS }),
  );
  const [history] = data?.[of] ?? [];
  if (error) return <Text size="sm">{t('unknown', { problem: reasonOf(error) })}</Text>;
  const series = [
    ['cpu', history?.millicores, formatCpu],
    ['memory', history?.memoryBytes, formatBinarySize],
    ...(of === 'pods' ? ([['restarts', history?.restarts, String]] as const) : []),
  ] as const;
  const minutes = Math.round(((history?.millicores.length ?? 0) * HISTORY_INTERVAL_MS) / 60_000);
  return (
    <section aria-label={t('title')}>
      <div className={classes.history}>
        {series.map(([name, values = [], format]) => {
          const known = values.filter((value) => value !== null);
          const [min, max] = [format(Math.min(...known)), format(Math.max(...known))];
          const range = known.length === 0 ? t('none') : min === max ? min : t('range', { least: min, most: max });
          return (
            <Fragment key={name}>
              <span>{t(name)}</span>
              <Sparkline values={values} label={`${t(name)}: ${range}`} />
              <span className={classes.range}>{range}</span>
            </Fragment>
          );
        })}
      </div>
      <Hint size="xs">{minutes > 0 ? t('since', { count: minutes }) : t('notYet')}</Hint>
    </section>
  );
}
