import { createFileRoute } from '@tanstack/react-router';
import { readSupportSearch } from '../../features/bots/detail/detail-search.ts';
import { SessionDetailPage } from '../../features/bots/sessions/session-detail-page.tsx';

export const Route = createFileRoute('/_authenticated/bot-detail-view/$botId_/session/$sessionId')({
  validateSearch: readSupportSearch,
  component: function BotSession() {
    return <SessionDetailPage {...Route.useParams()} support={Route.useSearch()} />;
  },
});
