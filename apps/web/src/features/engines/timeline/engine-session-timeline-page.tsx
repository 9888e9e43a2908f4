import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import '../texts.ts';
import { EventList } from './event-list.tsx';
import { SessionFacts } from './session-facts.tsx';

/** `/session-timeline/:sessionId?`: events of one engine session, or of all, newest first (spec 000 section 2.5). */
export function EngineSessionTimelinePage({ sessionId }: { sessionId: string | undefined }) {
  const { t } = useTranslation('engines');
  return (
    <PageFrame widthPx={960}>
      <PageHeader title={sessionId ? t('timeline.one', { id: sessionId }) : t('timeline.all')} />
      {sessionId && <SessionFacts sessionId={sessionId} />}
      <EventList key={sessionId ?? ''} sessionId={sessionId} />
    </PageFrame>
  );
}
