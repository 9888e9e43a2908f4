import { createFileRoute, redirect } from '@tanstack/react-router';
import { guardedTo } from '../lib/signed-in/guards.ts';
import { whoIsSignedIn } from '../lib/signed-in/signed-in.ts';

/** Screens for visitors who are not signed in. */
export const Route = createFileRoute('/_loggedOut')({
  beforeLoad: async () => {
    const elsewhere = guardedTo('logged-out', await whoIsSignedIn());
    if (elsewhere) throw redirect({ to: elsewhere, replace: true });
  },
});
