import { createFileRoute } from '@tanstack/react-router';
import { readBoardSearch } from '../../features/boards/board-search.ts';
import { BoardPage } from '../../features/boards/components/board-page.tsx';

export const Route = createFileRoute('/_authenticated/boards_/$boardId')({
  validateSearch: readBoardSearch,
  component: function OneBoard() {
    const { boardId } = Route.useParams();
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <BoardPage
        key={boardId}
        boardId={boardId}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
      />
    );
  },
});
