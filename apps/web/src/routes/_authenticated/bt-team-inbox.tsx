import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '../../features/inbox/components/inbox-page.tsx';
import { ReportPage } from '../../features/inbox/components/report-page.tsx';
import { readInboxSearch } from '../../features/inbox/inbox-search.ts';

export const Route = createFileRoute('/_authenticated/bt-team-inbox')({
  validateSearch: readInboxSearch,
  component: function TeamInbox() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    const Page = search.show === 'report' ? ReportPage : InboxPage;
    return (
      <Page
        search={search}
        onSearch={(next) => void navigate({ search: readInboxSearch({ ...next }), replace: true })}
      />
    );
  },
});
