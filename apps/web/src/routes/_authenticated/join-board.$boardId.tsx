import { createFileRoute } from '@tanstack/react-router';
import { JoinBoardPage } from '../../features/boards/shares/join-board-page.tsx';

export const Route = createFileRoute('/_authenticated/join-board/$boardId')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    search.token === undefined ? {} : { token: String(search.token) },
  component: function JoinBoard() {
    return <JoinBoardPage {...Route.useParams()} {...Route.useSearch()} />;
  },
});
