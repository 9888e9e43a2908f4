import { createFileRoute } from '@tanstack/react-router';
import { readBaseSearch } from '../../features/knowledge/base-tabs.ts';
import { KnowledgeBasePage } from '../../features/knowledge/components/knowledge-base-page.tsx';

export const Route = createFileRoute('/_authenticated/knowledge-base_/$id')({
  validateSearch: readBaseSearch,
  component: function KnowledgeBase() {
    const { id } = Route.useParams();
    const { tab = 'documents' } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <KnowledgeBasePage
        key={id}
        baseId={id}
        tab={tab}
        onTab={(next) => void navigate({ search: next === 'documents' ? {} : { tab: next }, replace: true })}
      />
    );
  },
});
