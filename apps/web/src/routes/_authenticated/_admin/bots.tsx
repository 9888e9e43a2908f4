import { createFileRoute } from '@tanstack/react-router';
import { AllBotsPage } from '../../../features/bots/list/all-bots-page.tsx';
import { readOwnBotsSearch } from '../../../features/bots/list/bots-search.ts';

export const Route = createFileRoute('/_authenticated/_admin/bots')({
  validateSearch: readOwnBotsSearch,
  component: function AllBots() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return <AllBotsPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
  },
});
