import { createFileRoute } from '@tanstack/react-router';
import { SharedTablePage } from '../../features/boards/shares/shared-table-page.tsx';

export const Route = createFileRoute('/_public/sharetable')({
  validateSearch: (search: Record<string, unknown>): { share: string } => ({ share: String(search.share ?? '') }),
  component: function SharedTable() {
    return <SharedTablePage token={Route.useSearch().share} />;
  },
});
