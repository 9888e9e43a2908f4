import { createFileRoute } from '@tanstack/react-router';
import { readBoardSearch } from '../../features/boards/board-search.ts';
import { TasksPage } from '../../features/boards/components/tasks-page.tsx';

export const Route = createFileRoute('/_authenticated/tasks')({
  validateSearch: readBoardSearch,
  component: function Tasks() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return <TasksPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
  },
});
