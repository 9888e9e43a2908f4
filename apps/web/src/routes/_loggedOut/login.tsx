import { createFileRoute } from '@tanstack/react-router';
import { readSettings } from '../../features/accounts/api/read-settings.ts';
import { LoginPage } from '../../features/accounts/components/login-page.tsx';
import { isDemo } from '../../lib/page/page-facts.ts';
import { safeReturn } from '../../lib/signed-in/guards.ts';

interface LoginSearch {
  /** Where to go after signing in. */
  returnTo?: string;
  /** The visitor has just set a new password. */
  reset?: boolean;
  /** The visitor returns from the sign-in provider and still has to enter the second factor. */
  step?: 'second';
  /** The visitor returns from the sign-in provider without being signed in. */
  error?: string;
}

export const Route = createFileRoute('/_loggedOut/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch => {
    const returnTo = safeReturn(search.returnTo);
    return {
      ...(returnTo ? { returnTo } : {}),
      ...(search.reset === true ? { reset: true } : {}),
      ...(search.step === 'second' ? { step: search.step } : {}),
      ...(typeof search.error === 'string' ? { error: search.error } : {}),
    };
  },
  // The form works without the demo accounts and does not wait for them.
  loader: () => ({
    demoAccounts: isDemo()
      ? readSettings().then(
          ({ demoAccounts }) => demoAccounts,
          () => [],
        )
      : null,
  }),
  component: function Login() {
    const { demoAccounts } = Route.useLoaderData();
    const { returnTo, reset, step, error } = Route.useSearch();
    return (
      <LoginPage
        demoAccounts={demoAccounts}
        returnTo={returnTo}
        hasNewPassword={reset === true}
        isAtSecondFactor={step === 'second'}
        fault={error}
      />
    );
  },
});
