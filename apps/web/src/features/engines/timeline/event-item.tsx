import { eventSeverity } from '@switchyard/contracts/engines/lifecycle';
import type { SessionEvent } from '@switchyard/contracts/engines/session-events';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
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

/** One step in the life of an engine session. */
export function EventItem({ event, withSession }: { event: SessionEvent; withSession: boolean }) {
  const { t } = useTranslation('engines');
  const severity = eventSeverity(event.event);
  const Icon = icons[severity];
  const pairs = [
    { label: t('timeline.type'), value: event.sessionType },
    { label: t('timeline.trigger'), value: event.triggerdBy },
    ...(event.podId ? [{ label: t('timeline.pod'), value: event.podId }] : []),
  ];
  const { cause: _told, ...others } = event.details;
  const cause = causeOf(event.details);
  const details = detailPairs(cause === null ? event.details : others);
  return (
    <li className={classes.item} data-tone={severity}>
      <span className={classes.mark} title={t(`timeline.severity.${severity}`)}>
        <Icon size={18} stroke={1.8} aria-label={t(`timeline.severity.${severity}`)} />
      </span>
      <Card as="div" className={classes.body}>
        <div className={classes.head}>
          <strong className={classes.event}>{event.event}</strong>
          <StatusBadge context="timeline" state={event.state} />
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
          {withSession && (
            <div>
              <dt>{t('timeline.session')}</dt>
              <dd>
                <AnchorLink to="/session-timeline/{-$sessionId}" params={{ sessionId: event.sessionId }} size="xs">
                  {event.sessionId}
                </AnchorLink>
              </dd>
            </div>
          )}
        </dl>
        {details.length > 0 && (
          <dl className={classes.details}>
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
    </li>
  );
}
