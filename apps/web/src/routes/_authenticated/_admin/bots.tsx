import { createFileRoute } from '@tanstack/react-router';
import { AllBotsPage } from '../../../features/bots/list/all-bots-page.tsx';
import { readPage } from '../../../features/bots/list/read-page.ts';

export const Route = createFileRoute('/_authenticated/_admin/bots')({
  validateSearch: readPage,
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
