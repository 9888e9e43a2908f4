import { createFileRoute } from '@tanstack/react-router';
import { SessionTimelinePage } from '../../../features/engines/timeline/session-timeline-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/session-timeline/{-$sessionId}')({
  component: function SessionTimeline() {
    return <SessionTimelinePage sessionId={Route.useParams().sessionId} />;
  },
});
