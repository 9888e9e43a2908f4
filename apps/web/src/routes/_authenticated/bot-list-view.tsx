import { createFileRoute } from '@tanstack/react-router';
import { OwnBotsPage } from '../../features/bots/list/own-bots-page.tsx';
import { readPage } from '../../features/bots/list/read-page.ts';

export const Route = createFileRoute('/_authenticated/bot-list-view')({
  validateSearch: readPage,
  component: function BotListView() {
    const { page = 1 } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <OwnBotsPage
        page={page}
        onPage={(next) => void navigate({ search: next === 1 ? {} : { page: next }, replace: true })}
        onOpen={({ _id: botId }) => void navigate({ to: '/bot-detail-view/$botId', params: { botId } })}
      />
    );
  },
});
