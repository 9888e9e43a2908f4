import { createFileRoute } from '@tanstack/react-router';
import { MessagesPage } from '../../features/messages/components/messages-page.tsx';
import { readMessagesSearch } from '../../features/messages/list-search.ts';

export const Route = createFileRoute('/_authenticated/import-messages')({
  validateSearch: readMessagesSearch,
  component: function ImportMessages() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return <MessagesPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
  },
});
