import { createFileRoute, redirect } from '@tanstack/react-router';
import { WaitingFrame } from '../components/app-frame/app-frame.tsx';
import { ScreenError } from '../components/screen-error.tsx';
import { features } from '../features.ts';
import { loadCurrentUser } from '../lib/signed-in/current-user.ts';
import { HOME } from '../lib/signed-in/guards.ts';

/** Not a page: redirects by whether the visitor is signed in. */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ location: { state } }) => {
    const to = (await loadCurrentUser()) ? HOME : '/login';
    throw redirect({ to, state: state.refusedPath ? { refusedPath: state.refusedPath } : {}, replace: true });
  },
  errorComponent: ScreenError,
  pendingComponent: () => <WaitingFrame features={features} />,
  // The answer is usually here sooner, unless the server is slow.
  pendingMs: 150,
});
