import { createFileRoute } from '@tanstack/react-router';
import { readSettings } from '../../features/accounts/api/read-settings.ts';
import { LoginPage } from '../../features/accounts/components/login-page.tsx';
import { isDemo } from '../../lib/page/page-facts.ts';
import { safeReturn } from '../../lib/signed-in/guards.ts';

interface LoginSearch {
  /** Where to go after signing in. */
  returnTo?: string;
  /** The visitor comes from setting a new password. */
  reset?: boolean;
  /** They come back from the sign-in provider, and have set a second factor up. */
  step?: 'second';
  /** They come back from there without being signed in. */
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
  // The form works without them, and does not wait for them.
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
