import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any unknown path leads to the login page, and from there a signed-in user to the calendar. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});
