import { eventSeverity } from '@switchyard/contracts/engines/lifecycle';
import type { SessionEvent } from '@switchyard/contracts/engines/session-events';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { causeOf, TroubleStep } from '../components/trouble.tsx';
import '../texts.ts';
import { detailPairs } from './detail-pairs.ts';
import classes from './timeline.module.css';

const icons: Record<ReturnType<typeof eventSeverity>, TablerIcon> = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconCircleX,
};

/** A session event, or `count` equal ones. */
export function EventItem({ event, count, withSession }: { event: SessionEvent; count: number; withSession: boolean }) {
  const { t } = useTranslation('engines');
  const severity = eventSeverity(event.event);
  const Icon = icons[severity];
  const { cause: _told, ...others } = event.details;
  const cause = causeOf(event.details);
  const pairs = [
    { label: t('timeline.type'), value: event.sessionType },
    { label: t('timeline.trigger'), value: event.triggerdBy },
    ...(event.podId ? [{ label: t('timeline.pod'), value: event.podId }] : []),
    ...detailPairs(cause === null ? event.details : others),
  ];
  return (
    <li className={classes.item} data-tone={severity}>
      <span className={classes.mark} title={t(`timeline.severity.${severity}`)}>
        <Icon size={18} stroke={1.8} aria-label={t(`timeline.severity.${severity}`)} />
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <strong className={classes.event}>{event.event}</strong>
          {count > 1 && <span className={classes.count}>× {formatNumber(count)}</span>}
          <StatusBadge context="timeline" state={event.state} />
          {withSession && (
            <AnchorLink
              to="/session-timeline/{-$sessionId}"
              params={{ sessionId: event.sessionId }}
              size="sm"
              title={event.sessionId}
            >
              <bdi>{event.engineName ?? `…${event.sessionId.slice(-ID_SUFFIX_LENGTH)}`}</bdi>
            </AnchorLink>
          )}
          <span className={classes.time}>
            <RelativeTime at={event.fromDateTime} />
          </span>
        </div>
        {cause !== null && <TroubleStep cause={cause} />}
        <dl className={classes.pairs}>
          {pairs.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}

/** Characters at the end of an id that are enough to tell ids apart. */
const ID_SUFFIX_LENGTH = 8;
