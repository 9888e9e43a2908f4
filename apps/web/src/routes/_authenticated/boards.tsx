import { createFileRoute } from '@tanstack/react-router';
import { readBoardListSearch } from '../../features/boards/board-search.ts';
import { BoardsPage } from '../../features/boards/components/boards-page.tsx';

export const Route = createFileRoute('/_authenticated/boards')({
  validateSearch: readBoardListSearch,
  component: function Boards() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <BoardsPage
        search={search}
        onSearch={(next) => void navigate({ search: readBoardListSearch({ ...next }), replace: true })}
      />
    );
  },
});
