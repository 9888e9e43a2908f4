import { createFileRoute, redirect } from '@tanstack/react-router';
import { ManagementPage } from '../../features/campaigns/management/management-page.tsx';
import { OPT_OUTS, readManagementSearch } from '../../features/campaigns/management/management-search.ts';

export const Route = createFileRoute('/_authenticated/campaigns-management')({
  validateSearch: readManagementSearch,
  beforeLoad: ({ search }) => {
    if (search.tab === OPT_OUTS) throw redirect({ to: '/contacts', search: { tab: OPT_OUTS } });
  },
  component: function CampaignsManagement() {
    const { tab } = Route.useSearch();
    return <ManagementPage tab={tab === OPT_OUTS ? undefined : tab} />;
  },
});
