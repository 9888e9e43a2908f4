import { createFileRoute } from '@tanstack/react-router';
import { InstallationPage } from '../../../features/installation/installation-page.tsx';
import { readInstallationSearch } from '../../../features/installation/installation-search.ts';

export const Route = createFileRoute('/_authenticated/_admin/installation')({
  validateSearch: readInstallationSearch,
  component: function Installation() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return <InstallationPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
  },
});
