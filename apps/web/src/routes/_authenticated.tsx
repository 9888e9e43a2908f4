import { createFileRoute, redirect } from '@tanstack/react-router';
import { AppFrame, WaitingFrame } from '../components/app-frame/app-frame.tsx';
import { ScreenError } from '../components/screen-error.tsx';
import { supportNeedingReason } from '../features/support/api.ts';
import { SupportReasonPage } from '../features/support/reason-page.tsx';
import { features } from '../features.ts';
import { loadCurrentUser } from '../lib/signed-in/current-user.ts';
import { guardedTo } from '../lib/signed-in/guards.ts';

/**
 * Screens behind the sign-in, all inside the shell. Visitors who must sign in first return to where they wanted to go.
 */
export const Route = createFileRoute('/_authenticated')({
  beforeLoad: async ({ location }) => {
    const me = await loadCurrentUser();
    if (!me || guardedTo('authenticated', me))
      throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true });
    return { me };
  },
  component: () => <AppFrame features={features} />,
  errorComponent: (failed) => {
    const supported = supportNeedingReason(failed.error);
    return supported ? <SupportReasonPage supported={supported} /> : <ScreenError {...failed} />;
  },
  // Shown from the first paint, however long the answer takes.
  pendingComponent: () => <WaitingFrame features={features} />,
  pendingMs: 0,
});
