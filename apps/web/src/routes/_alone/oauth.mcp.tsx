import { createFileRoute } from '@tanstack/react-router';
import { ConsentPage } from '../../features/oauth/consent-page.tsx';

export const Route = createFileRoute('/_alone/oauth/mcp')({
  validateSearch: (search: Record<string, unknown>): { request?: string } =>
    typeof search.request === 'string' ? { request: search.request } : {},
  component: function Consent() {
    return <ConsentPage me={Route.useRouteContext().me} request={Route.useSearch().request ?? null} />;
  },
});
