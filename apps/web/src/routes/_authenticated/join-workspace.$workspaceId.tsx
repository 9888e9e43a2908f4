import { createFileRoute } from '@tanstack/react-router';
import { JoinWorkspacePage } from '../../features/workspaces/components/join-workspace-page.tsx';

export const Route = createFileRoute('/_authenticated/join-workspace/$workspaceId')({
  validateSearch: (search: Record<string, unknown>): { token: string } => ({ token: String(search.token ?? '') }),
  component: function JoinWorkspace() {
    const { workspaceId } = Route.useParams();
    const { token } = Route.useSearch();
    return <JoinWorkspacePage workspaceId={workspaceId} token={token} />;
  },
});
