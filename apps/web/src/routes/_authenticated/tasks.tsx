import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { RuleEditorContext } from '../../components/rule-editor.ts';
import { readBoardSearch } from '../../features/boards/board-search.ts';
import { TasksPage } from '../../features/boards/components/tasks-page.tsx';
import { withTexts } from '../../lib/i18n/texts-on-demand.ts';

const RuleEditor = lazy(async () => ({
  default: (await withTexts(import('../../features/messages/recurrence/rule-editor.tsx'))).RuleEditor,
}));

export const Route = createFileRoute('/_authenticated/tasks')({
  validateSearch: readBoardSearch,
  component: function Tasks() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <RuleEditorContext value={RuleEditor}>
        <TasksPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
      </RuleEditorContext>
    );
  },
});
