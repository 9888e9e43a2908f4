import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { InEnglish } from '../../components/in-english.tsx';
import { guardedTo } from '../../lib/signed-in/guards.ts';

/** Screens for the platform's administrators. The server checks the role again on every call. */
export const Route = createFileRoute('/_authenticated/_admin')({
  beforeLoad: ({ context }) => {
    const to = guardedTo('admin', context.me);
    if (to) throw redirect({ to, replace: true });
  },
  component: () => (
    <InEnglish>
      <Outlet />
    </InEnglish>
  ),
});
