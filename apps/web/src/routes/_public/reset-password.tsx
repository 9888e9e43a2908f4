import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../../features/accounts/components/reset-password-page.tsx';

/** Reached from the mailed link: `?token=…`, or `?error=INVALID_TOKEN` when the link is no longer good. */
export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: (search: Record<string, unknown>) => ({
    token: typeof search.token === 'string' ? search.token : undefined,
  }),
  component: function ResetPassword() {
    return <ResetPasswordPage token={Route.useSearch().token} />;
  },
});
