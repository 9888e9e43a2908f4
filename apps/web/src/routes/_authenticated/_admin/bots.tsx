import { createFileRoute } from '@tanstack/react-router';
import { AllBotsPage } from '../../../features/bots/list/all-bots-page.tsx';
import { readBotsPage } from '../../../features/bots/list/bots-search.ts';

export const Route = createFileRoute('/_authenticated/_admin/bots')({
  validateSearch: readBotsPage,
  component: function AllBots() {
    const { page = 1 } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <AllBotsPage
        page={page}
        onPage={(next) => void navigate({ search: next === 1 ? {} : { page: next }, replace: true })}
      />
    );
  },
});
