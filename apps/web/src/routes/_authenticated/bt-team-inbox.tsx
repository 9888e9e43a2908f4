import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '../../features/inbox/components/inbox-page.tsx';
import { readInboxSearch } from '../../features/inbox/inbox-search.ts';

export const Route = createFileRoute('/_authenticated/bt-team-inbox')({
  validateSearch: readInboxSearch,
  component: function TeamInbox() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <InboxPage
        search={search}
        onSearch={(next) => void navigate({ search: readInboxSearch({ ...next }), replace: true })}
      />
    );
  },
});
