import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { readLaunchSearch } from '../../features/campaigns/campaign-search.ts';
import { LaunchPage } from '../../features/campaigns/launch/launch-page.tsx';
import { withTexts } from '../../lib/i18n/texts-on-demand.ts';

const ImportDialog = lazy(async () => ({
  default: (await withTexts(import('../../features/contacts/import/import-dialog.tsx'))).ImportDialog,
}));

export const Route = createFileRoute('/_authenticated/launch-campaign')({
  validateSearch: readLaunchSearch,
  component: function LaunchCampaign() {
    const start = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <LaunchPage
        key={JSON.stringify(start)}
        start={start}
        importFromFile={(importing) => (
          <Suspense fallback={null}>{importing.isOpen && <ImportDialog {...importing} />}</Suspense>
        )}
        onLaunched={(open) => void navigate({ to: '/campaigns', search: { open } })}
      />
    );
  },
});
