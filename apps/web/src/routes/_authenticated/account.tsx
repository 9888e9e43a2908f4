import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../features/accounts/profile/account-page.tsx';

export const Route = createFileRoute('/_authenticated/account')({
  validateSearch: ({ verify }: Record<string, unknown>): { verify?: string } =>
    typeof verify === 'string' ? { verify } : {},
  component: function Account() {
    const { verify } = Route.useSearch();
    const navigate = Route.useNavigate();
    return <AccountPage verify={verify ?? null} onVerified={() => void navigate({ search: {}, replace: true })} />;
  },
});
