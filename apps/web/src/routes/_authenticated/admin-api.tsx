import { createFileRoute } from '@tanstack/react-router';
import { DeveloperPage } from '../../features/developer/developer-page.tsx';
import { readDeveloperSearch } from '../../features/developer/developer-search.ts';

export const Route = createFileRoute('/_authenticated/admin-api')({
  validateSearch: readDeveloperSearch,
  component: function AdminApi() {
    const navigate = Route.useNavigate();
    return (
      <DeveloperPage search={Route.useSearch()} onSearch={(next) => void navigate({ search: next, replace: true })} />
    );
  },
});
