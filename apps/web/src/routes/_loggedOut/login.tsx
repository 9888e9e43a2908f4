import { createFileRoute } from '@tanstack/react-router';
import { readSettings } from '../../features/accounts/api/read-settings.ts';
import { LoginPage } from '../../features/accounts/components/login-page.tsx';
import { safeReturn } from '../../lib/signed-in/guards.ts';

interface LoginSearch {
  /** Where to go after signing in. */
  returnTo?: string;
  /** The visitor comes from setting a new password. */
  reset?: boolean;
}

export const Route = createFileRoute('/_loggedOut/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch => {
    const returnTo = safeReturn(search.returnTo);
    return { ...(returnTo ? { returnTo } : {}), ...(search.reset === true ? { reset: true } : {}) };
  },
  // The form works without them.
  loader: () => readSettings().catch(() => null),
  component: function Login() {
    const settings = Route.useLoaderData();
    const { returnTo, reset } = Route.useSearch();
    return (
      <LoginPage demoAccounts={settings?.demoAccounts ?? []} returnTo={returnTo} hasNewPassword={reset === true} />
    );
  },
});
