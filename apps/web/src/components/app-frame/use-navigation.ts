import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { type NavigationGroup, navigationFor } from './navigation.ts';

/** The sidebar's groups for who is signed in. */
export function useNavigation(): NavigationGroup[] {
  const { role } = useMe();
  const { routesByPath } = useRouter();
  return useMemo(
    () => navigationFor(role, (path) => path in routesByPath || `${path}/{-$sessionId}` in routesByPath),
    [role, routesByPath],
  );
}
