import { createFileRoute, redirect } from '@tanstack/react-router';
import { PublicCardSkeleton } from '../components/public-card.tsx';
import { loadCurrentUser } from '../lib/signed-in/current-user.ts';
import { HOME } from '../lib/signed-in/guards.ts';

/**
 * Unknown paths lead to the login page, and signed-in users on to the calendar, which says that the page does not
 * exist.
 */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location }) => {
    if (await loadCurrentUser()) throw redirect({ to: HOME, state: { missingPath: location.pathname }, replace: true });
    throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true });
  },
  pendingComponent: PublicCardSkeleton,
});
