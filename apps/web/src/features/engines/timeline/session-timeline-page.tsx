import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header.tsx';
import '../texts.ts';
import { EventList } from './event-list.tsx';
import classes from './timeline.module.css';

/** `/session-timeline/:sessionId?`: what happened to one engine session, or to all, newest first (spec 000 section 2.5). */
export function SessionTimelinePage({ sessionId }: { sessionId: string | undefined }) {
  const { t } = useTranslation('engines');
  return (
    <div className={classes.page}>
      <PageHeader title={sessionId ? t('timeline.one', { id: sessionId }) : t('timeline.all')} />
      <EventList key={sessionId ?? ''} sessionId={sessionId} />
    </div>
  );
}
