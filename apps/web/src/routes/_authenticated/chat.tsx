import { createFileRoute } from '@tanstack/react-router';
import { ChatPage } from '../../features/chats/screen/chat-page.tsx';
import { readChatScreenSearch } from '../../features/chats/screen/chat-search.ts';

export const Route = createFileRoute('/_authenticated/chat')({
  validateSearch: readChatScreenSearch,
  component: function Chat() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <ChatPage
        search={search}
        onSearch={(next) => {
          // The browser's Back button leads from an open chat to the list.
          const isOpened = next.chat !== undefined && search.chat === undefined;
          void navigate({ search: readChatScreenSearch({ ...next }), replace: !isOpened });
        }}
      />
    );
  },
});
