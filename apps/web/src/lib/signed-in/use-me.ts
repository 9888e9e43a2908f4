import { useRouteContext } from '@tanstack/react-router';

/** Who is signed in, on any screen behind the sign-in. */
export function useMe() {
  return useRouteContext({ from: '/_authenticated' }).me;
}
