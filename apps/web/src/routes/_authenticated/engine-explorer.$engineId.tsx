import { createFileRoute } from '@tanstack/react-router';
import { readChatsSearch } from '../../features/chats/chats-search.ts';
import { ChatList } from '../../features/chats/components/chat-list.tsx';
import { BackToConsole } from '../../features/cluster/address/back-to-console.tsx';
import { EngineExplorerPage } from '../../features/engines/explorer/engine-explorer-page.tsx';
import { readExplorerSearch } from '../../features/engines/explorer/explorer-tabs.ts';

export const Route = createFileRoute('/_authenticated/engine-explorer/$engineId')({
  validateSearch: (search: Record<string, unknown>) => ({ ...readExplorerSearch(search), ...readChatsSearch(search) }),
  component: function EngineExplorer() {
    const { engineId } = Route.useParams();
    const { tab = 'overview', from, ...chats } = Route.useSearch();
    const origin = from === undefined ? {} : { from };
    const navigate = Route.useNavigate();
    return (
      <EngineExplorerPage
        engineId={engineId}
        tab={tab}
        onTab={(next) =>
          void navigate({ search: next === 'overview' ? origin : { ...origin, tab: next }, replace: true })
        }
        above={<BackToConsole from={from} />}
        chats={
          <ChatList
            engineId={engineId}
            search={chats}
            onSearch={(next) =>
              void navigate({ search: { ...origin, tab, ...readChatsSearch({ ...next }) }, replace: true })
            }
          />
        }
      />
    );
  },
});
