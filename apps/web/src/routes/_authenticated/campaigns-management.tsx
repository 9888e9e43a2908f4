import { createFileRoute } from '@tanstack/react-router';
import { ManagementPage } from '../../features/campaigns/management/management-page.tsx';
import { readManagementSearch } from '../../features/campaigns/management/management-search.ts';

export const Route = createFileRoute('/_authenticated/campaigns-management')({
  validateSearch: readManagementSearch,
  component: function CampaignsManagement() {
    const { tab } = Route.useSearch();
    const navigate = Route.useNavigate();
    return <ManagementPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />;
  },
});
