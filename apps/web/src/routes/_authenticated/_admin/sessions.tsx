import { createFileRoute } from '@tanstack/react-router';
import { SessionsPage } from '../../../features/bots/sessions/sessions-page.tsx';
import { readSessionsSearch } from '../../../features/bots/sessions/sessions-search.ts';

export const Route = createFileRoute('/_authenticated/_admin/sessions')({
  validateSearch: readSessionsSearch,
  component: function Sessions() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <SessionsPage
        search={search}
        onFilter={(filter) => void navigate({ search: { ...filter, page: 1, limit: search.limit } })}
        onPage={(page) => void navigate({ search: { ...search, page } })}
        onOpen={({ _id: sessionId, botId }) =>
          void navigate({ to: '/bot-detail-view/$botId/session/$sessionId', params: { botId, sessionId } })
        }
      />
    );
  },
});
