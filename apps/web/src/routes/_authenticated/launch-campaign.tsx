import { createFileRoute } from '@tanstack/react-router';
import { readLaunchSearch } from '../../features/campaigns/campaign-search.ts';
import { LaunchPage } from '../../features/campaigns/launch/launch-page.tsx';

export const Route = createFileRoute('/_authenticated/launch-campaign')({
  validateSearch: readLaunchSearch,
  component: function LaunchCampaign() {
    const { follows } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <LaunchPage
        key={follows ?? 'new'}
        follows={follows}
        onLaunched={(open) => void navigate({ to: '/campaigns', search: { open } })}
      />
    );
  },
});
