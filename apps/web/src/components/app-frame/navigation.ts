import { useContext, useMemo } from 'react';
import { useMe } from '../../lib/signed-in/use-me.ts';
import {
  type Feature,
  FeaturesContext,
  NAVIGATION_GROUPS,
  type NavigationGroupName,
  type NavigationPage,
} from '../feature.ts';

export interface NavigationGroup {
  name: NavigationGroupName;
  pages: NavigationPage[];
}

/** The sidebar of one user: a group appears with its first page. */
export function navigationFor(role: 'admin' | 'user', features: readonly Feature[]): NavigationGroup[] {
  const pages = features.flatMap((feature) => feature.pages ?? []).sort((one, other) => one.place - other.place);
  return NAVIGATION_GROUPS.filter((name) => name !== 'operate' || role === 'admin')
    .map((name) => ({ name, pages: pages.filter((page) => page.group === name) }))
    .filter((group) => group.pages.length > 0);
}

/** The sidebar's groups for who is signed in. */
export function useNavigation(): NavigationGroup[] {
  const { role } = useMe();
  const features = useContext(FeaturesContext);
  return useMemo(() => navigationFor(role, features), [role, features]);
}
