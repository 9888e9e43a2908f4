import { createFileRoute, redirect } from '@tanstack/react-router';
import { PublicCardSkeleton } from '../components/public-card.tsx';
import { loadCurrentUser } from '../lib/signed-in/current-user.ts';
import { guardedTo } from '../lib/signed-in/guards.ts';

/** Signed-in users pass through here on the way from `/` and should not see a card flash. */
const PENDING_AFTER_MS = 150;

/** Screens for visitors who are not signed in. */
export const Route = createFileRoute('/_loggedOut')({
  beforeLoad: async () => {
    const redirectPath = guardedTo('logged-out', await loadCurrentUser());
    if (redirectPath) throw redirect({ to: redirectPath, replace: true });
  },
  pendingComponent: PublicCardSkeleton,
  pendingMs: PENDING_AFTER_MS,
});
