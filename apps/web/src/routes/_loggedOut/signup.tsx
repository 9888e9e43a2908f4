import { createFileRoute } from '@tanstack/react-router';
import { SignupPage } from '../../features/accounts/components/signup-page.tsx';
import { safeReturn } from '../../lib/signed-in/guards.ts';

export const Route = createFileRoute('/_loggedOut/signup')({
  validateSearch: (search: Record<string, unknown>): { returnTo?: string } => {
    const returnTo = safeReturn(search.returnTo);
    return returnTo ? { returnTo } : {};
  },
  component: function Signup() {
    return <SignupPage returnTo={Route.useSearch().returnTo} />;
  },
});
