import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '../../features/workspaces/components/people-page.tsx';
import { readPeopleSearch } from '../../features/workspaces/people-search.ts';

export const Route = createFileRoute('/_authenticated/user-management')({
  validateSearch: readPeopleSearch,
  component: function UserManagement() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return <PeoplePage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
  },
});
