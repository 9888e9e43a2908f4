import { createFileRoute } from '@tanstack/react-router';
import { readOwnBotsSearch } from '../../features/bots/list/bots-search.ts';
import { OwnBotsPage } from '../../features/bots/list/own-bots-page.tsx';

export const Route = createFileRoute('/_authenticated/bot-list-view')({
  validateSearch: readOwnBotsSearch,
  component: function BotListView() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <OwnBotsPage
        search={search}
        onSearch={(next) => void navigate({ search: readOwnBotsSearch({ ...next }), replace: true })}
        onOpen={({ _id: botId }) => void navigate({ to: '/bot-detail-view/$botId', params: { botId } })}
      />
    );
  },
});
