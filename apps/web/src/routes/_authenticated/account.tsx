import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../features/accounts/profile/account-page.tsx';

export const Route = createFileRoute('/_authenticated/account')({
  validateSearch: ({ verify, email }: Record<string, unknown>): { verify?: string; email?: string } => ({
    ...(typeof verify === 'string' && { verify }),
    ...(typeof email === 'string' && { email }),
  }),
  component: function Account() {
    const { verify, email } = Route.useSearch();
    const navigate = Route.useNavigate();
    const onFollowed = () => void navigate({ search: {}, replace: true });
    return <AccountPage verify={verify ?? null} newEmail={email ?? null} onFollowed={onFollowed} />;
  },
});
