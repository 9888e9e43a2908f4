import { createFileRoute } from '@tanstack/react-router';
import { readCampaignsSearch } from '../../features/campaigns/campaign-search.ts';
import { CampaignsPage } from '../../features/campaigns/components/campaigns-page.tsx';

export const Route = createFileRoute('/_authenticated/campaigns')({
  validateSearch: readCampaignsSearch,
  component: function Campaigns() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <CampaignsPage
        search={search}
        onSearch={(next) => void navigate({ search: readCampaignsSearch({ ...next }), replace: true })}
      />
    );
  },
});
