import { Text } from '@mantine/core';
import type { DescribedPod } from '@switchyard/contracts/cluster/describe';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import classes from './describe.module.css';
import './texts.ts';

/** What the cluster has told about a thing lately, newest first. */
export function Events({ events, eventsProblem }: Pick<DescribedPod, 'events' | 'eventsProblem'>) {
  const { t } = useTranslation('clusterDescribe');
  if (!events) return <Text size="sm">{t('eventsUnknown', { problem: eventsProblem ?? '' })}</Text>;
  if (events.length === 0) return <Text size="sm">{t('noEvents')}</Text>;
  return (
    <ul className={classes.events} aria-label={t('events')}>
      {events.map((one) => (
        <li key={`${one.reason} ${one.message} ${one.firstAt}`}>
          <span className={classes.run} data-bad={one.type === 'Warning' || undefined}>
            {one.reason}
          </span>{' '}
          {one.message}
          <div className={classes.detail}>
            {one.lastAt && <RelativeTime at={one.lastAt} />}
            {one.count > 1 && ` · ${t('times', { count: one.count })}`} · {one.from}
          </div>
        </li>
      ))}
    </ul>
  );
}
