import { useRouteContext } from '@tanstack/react-router';

/** The signed-in user, on any screen behind the sign-in. */
export function useMe() {
  return useRouteContext({ from: '/_authenticated' }).me;
}
