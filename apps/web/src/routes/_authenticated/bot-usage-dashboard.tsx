import { createFileRoute, redirect } from '@tanstack/react-router';
import { InEnglish } from '../../components/in-english.tsx';
import { BotUsageDashboardPage } from '../../features/bots/dashboard/dashboard-page.tsx';
import {
  readDashboardSearch,
  withDashboardDefaults,
  writeDashboardSearch,
} from '../../features/bots/dashboard/dashboard-search.ts';
import { guardedTo } from '../../lib/signed-in/guards.ts';

export const Route = createFileRoute('/_authenticated/bot-usage-dashboard')({
  validateSearch: readDashboardSearch,
  // Other admin pages tell non-administrators why they are refused; this one sends them home (spec 000 section 2.2).
  beforeLoad: ({ context, location }) => {
    if (guardedTo('admin', context.me))
      throw redirect({ to: '/', state: { refusedPath: location.pathname }, replace: true });
  },
  component: function BotUsageDashboard() {
    const search = withDashboardDefaults(Route.useSearch());
    const navigate = Route.useNavigate();
    return (
      <InEnglish>
        <BotUsageDashboardPage
          search={search}
          onSearch={(next) => void navigate({ search: writeDashboardSearch(next), replace: true })}
          onOpen={(type) => void navigate({ to: '/sessions', search: { ...type, page: 1, limit: 20 } })}
        />
      </InEnglish>
    );
  },
});
