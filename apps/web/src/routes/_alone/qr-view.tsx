import { createFileRoute } from '@tanstack/react-router';
import { QrViewPage } from '../../features/engines/pairing/qr-view-page.tsx';

export const Route = createFileRoute('/_alone/qr-view')({
  validateSearch: (search: Record<string, unknown>): { engineId?: string } =>
    typeof search.engineId === 'string' ? { engineId: search.engineId } : {},
  component: function QrView() {
    return <QrViewPage engineId={Route.useSearch().engineId} />;
  },
});
