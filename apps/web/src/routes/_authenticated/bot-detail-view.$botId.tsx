import { createFileRoute } from '@tanstack/react-router';
import { BotDetailPage } from '../../features/bots/detail/bot-detail-page.tsx';
import { readBotSearch } from '../../features/bots/detail/detail-search.ts';

export const Route = createFileRoute('/_authenticated/bot-detail-view/$botId')({
  validateSearch: readBotSearch,
  component: function BotDetailView() {
    const { botId } = Route.useParams();
    const { tab = 'overview', ...support } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <BotDetailPage
        botId={botId}
        tab={tab}
        onTab={(next) =>
          void navigate({ search: next === 'overview' ? support : { ...support, tab: next }, replace: true })
        }
        onOpenSession={({ _id: sessionId }) =>
          void navigate({
            to: '/bot-detail-view/$botId/session/$sessionId',
            params: { botId, sessionId },
            search: support,
          })
        }
        onRemoved={() => void navigate({ to: '/bot-list-view' })}
      />
    );
  },
});
