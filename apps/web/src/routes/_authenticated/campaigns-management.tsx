import { createFileRoute, redirect } from '@tanstack/react-router';
import { ManagementPage } from '../../features/campaigns/management/management-page.tsx';
import { readManagementSearch } from '../../features/campaigns/management/management-search.ts';

export const Route = createFileRoute('/_authenticated/campaigns-management')({
  validateSearch: readManagementSearch,
  beforeLoad: ({ location }) => {
    // Opt-outs were a tab here; the address may be in somebody's notes.
    if (new URLSearchParams(location.searchStr).get('tab') === 'optOuts')
      throw redirect({ to: '/contacts', search: { tab: 'optOuts' } });
  },
  component: function CampaignsManagement() {
    return <ManagementPage tab={Route.useSearch().tab} />;
  },
});
