import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { RuleEditorContext } from '../../components/rule-editor.ts';
import { readBoardSearch } from '../../features/boards/board-search.ts';
import { BoardPage } from '../../features/boards/components/board-page.tsx';
import { withTexts } from '../../lib/i18n/texts-on-demand.ts';

const RuleEditor = lazy(async () => ({
  default: (await withTexts(import('../../features/messages/recurrence/rule-editor.tsx'))).RuleEditor,
}));

export const Route = createFileRoute('/_authenticated/boards_/$boardId')({
  validateSearch: readBoardSearch,
  component: function OneBoard() {
    const { boardId } = Route.useParams();
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <RuleEditorContext value={RuleEditor}>
        <BoardPage
          key={boardId}
          boardId={boardId}
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true })}
        />
      </RuleEditorContext>
    );
  },
});
