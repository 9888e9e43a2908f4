import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { SignedInProviders } from '../components/app-frame/signed-in-providers.tsx';
import { features } from '../features.ts';
import { loadCurrentUser } from '../lib/signed-in/current-user.ts';
import { guardedTo } from '../lib/signed-in/guards.ts';

/** Screens behind the sign-in without the shell, for a second display. */
export const Route = createFileRoute('/_alone')({
  beforeLoad: async ({ location }) => {
    const me = await loadCurrentUser();
    if (!me || guardedTo('authenticated', me))
      throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true });
    return { me };
  },
  component: function Alone() {
    const { me } = Route.useRouteContext();
    return (
      <SignedInProviders me={me} features={features}>
        <Outlet />
      </SignedInProviders>
    );
  },
});
