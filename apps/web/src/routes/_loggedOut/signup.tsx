import { createFileRoute } from '@tanstack/react-router';
import { SignupPage } from '../../features/accounts/components/signup-page.tsx';
import { safeReturn } from '../../lib/signed-in/guards.ts';

interface SignupSearch {
  returnTo?: string;
  /** Token of the first-admin link that a new platform prints at startup. */
  firstAdmin?: string;
}

export const Route = createFileRoute('/_loggedOut/signup')({
  validateSearch: ({ returnTo: address, firstAdmin }: Record<string, unknown>): SignupSearch => {
    const returnTo = safeReturn(address);
    return { ...(returnTo ? { returnTo } : {}), ...(typeof firstAdmin === 'string' ? { firstAdmin } : {}) };
  },
  component: function Signup() {
    return <SignupPage {...Route.useSearch()} />;
  },
});
