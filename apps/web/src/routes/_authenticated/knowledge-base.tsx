import { createFileRoute } from '@tanstack/react-router';
import { KnowledgeListPage } from '../../features/knowledge/components/knowledge-list-page.tsx';
import { readKnowledgeSearch } from '../../features/knowledge/knowledge-search.ts';

export const Route = createFileRoute('/_authenticated/knowledge-base')({
  validateSearch: readKnowledgeSearch,
  component: function KnowledgeBases() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <KnowledgeListPage
        search={search}
        onSearch={(next) => void navigate({ search: readKnowledgeSearch({ ...next }), replace: true })}
      />
    );
  },
});
