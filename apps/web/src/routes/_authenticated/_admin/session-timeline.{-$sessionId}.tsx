import { createFileRoute } from '@tanstack/react-router';
import { EngineSessionTimelinePage } from '../../../features/engines/timeline/engine-session-timeline-page.tsx';

export const Route = createFileRoute('/_authenticated/_admin/session-timeline/{-$sessionId}')({
  component: function SessionTimeline() {
    return <EngineSessionTimelinePage sessionId={Route.useParams().sessionId} />;
  },
});
