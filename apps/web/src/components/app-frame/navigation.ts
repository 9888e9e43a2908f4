import type { Me } from '@switchyard/contracts/accounts/operations';
import { useContext, useMemo } from 'react';
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

/** The sidebar of one user: a group appears with its first page; that of administrators is the last, so that it moves nothing when the role is told. */
export function navigationFor(role: Me['role'] | undefined, features: readonly Feature[]): NavigationGroup[] {
  const pages = features.flatMap((feature) => feature.pages ?? []).sort((one, other) => one.place - other.place);
  return NAVIGATION_GROUPS.filter((name) => name !== 'operate' || role === 'admin')
    .map((name) => ({ name, pages: pages.filter((page) => page.group === name) }))
    .filter((group) => group.pages.length > 0);
}

/** The sidebar's groups for who is signed in; undefined: not known yet. */
export function useNavigation(role: Me['role'] | undefined): NavigationGroup[] {
  const features = useContext(FeaturesContext);
  return useMemo(() => navigationFor(role, features), [role, features]);
}
