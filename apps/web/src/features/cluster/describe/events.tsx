import { Text } from '@mantine/core';
import type { DescribedPod } from '@switchyard/contracts/cluster/describe';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import classes from './describe.module.css';
import './texts.ts';

/** Recent cluster events about an object, newest first. */
export function Events({ events, eventsProblem }: Pick<DescribedPod, 'events' | 'eventsProblem'>) {
  const { t } = useTranslation('clusterDescribe');
  if (!events) return <Text size="sm">{t('eventsUnknown', { problem: eventsProblem ?? '' })}</Text>;
  if (events.length === 0) return <Text size="sm">{t('noEvents')}</Text>;
  return (
    <ul className={classes.events} aria-label={t('events')}>
      {events.map((event) => (
        <li key={`${event.reason} ${event.message} ${event.firstAt}`}>
          <span className={classes.run} data-bad={event.type === 'Warning' || undefined}>
            {event.reason}
          </span>{' '}
          {event.message}
          <div className={classes.detail}>
            {event.lastAt && <RelativeTime at={event.lastAt} />}
            {event.count > 1 && ` · ${t('times', { count: event.count })}`} · {event.from}
          </div>
        </li>
      ))}
    </ul>
  );
}
