import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../../features/accounts/components/reset-password-page.tsx';
import { UndoEmailPage } from '../../features/accounts/components/undo-email-page.tsx';

/**
 * Reached from the mailed link: `?token=…`, or `?error=INVALID_TOKEN` when the link has expired; `?undo=…` reverts a
 * change of address.
 */
export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: (search: Record<string, unknown>): { token: string | undefined; undo?: string } => ({
    token: typeof search.token === 'string' ? search.token : undefined,
    ...(typeof search.undo === 'string' && { undo: search.undo }),
  }),
  component: function ResetPassword() {
    const { token, undo } = Route.useSearch();
    return undo === undefined ? <ResetPasswordPage token={token} /> : <UndoEmailPage token={undo} />;
  },
});
