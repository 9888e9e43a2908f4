import { createFileRoute } from '@tanstack/react-router';
import { JoinBoardPage } from '../../features/boards/shares/join-board-page.tsx';

export const Route = createFileRoute('/_authenticated/join-task-board/$shareId')({
  component: function JoinTaskBoard() {
    return <JoinBoardPage token={Route.useParams().shareId} />;
  },
});
