import { createFileRoute, redirect } from '@tanstack/react-router';
import { PublicCardSkeleton } from '../components/public-card.tsx';
import { HOME } from '../lib/signed-in/guards.ts';
import { loadCurrentUser } from '../lib/signed-in/signed-in.ts';

/**
 * Any unknown path leads to the login page, and from there a signed-in user to the calendar, where it is said that
 * there is no such page.
 */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location }) => {
    if (await loadCurrentUser()) throw redirect({ to: HOME, state: { missingPath: location.pathname }, replace: true });
    throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true });
  },
  pendingComponent: PublicCardSkeleton,
});
