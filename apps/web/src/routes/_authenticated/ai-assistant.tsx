import { createFileRoute } from '@tanstack/react-router';
import { AiAssistantPage, type AssistantSearch } from '../../features/agent/assistant/ai-assistant-page.tsx';

export const Route = createFileRoute('/_authenticated/ai-assistant')({
  validateSearch: ({ conversation, tab }: Record<string, unknown>): AssistantSearch => ({
    ...(typeof conversation === 'string' ? { conversation } : {}),
    ...(tab === 'settings' ? { tab } : {}),
  }),
  component: function AiAssistant() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return <AiAssistantPage search={search} onSearch={(next) => void navigate({ search: next })} />;
  },
});
