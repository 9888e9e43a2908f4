import { createFileRoute } from '@tanstack/react-router';
import { BtgptPage } from '../../features/agent/chat/btgpt-page.tsx';

export const Route = createFileRoute('/_authenticated/btgpt')({
  validateSearch: ({ conversation }: Record<string, unknown>): { conversation?: string } =>
    typeof conversation === 'string' ? { conversation } : {},
  component: function Btgpt() {
    const { conversation } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <BtgptPage conversation={conversation} onOpen={(next) => void navigate({ search: { conversation: next } })} />
    );
  },
});
