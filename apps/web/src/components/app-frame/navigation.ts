import type { Me } from '@switchyard/contracts/accounts/operations';
import { useContext, useMemo } from 'react';
import { isSelling } from '../../lib/page/page-facts.ts';
import {
  type Feature,
  FeaturesContext,
  NAVIGATION_GROUPS,
  type NavigationGroupName,
  type NavigationPage,
  SETTINGS_GROUPS,
} from '../feature.ts';

export interface NavigationGroup {
  name: NavigationGroupName;
  pages: NavigationPage[];
}

const ALL_GROUPS = [...NAVIGATION_GROUPS, ...SETTINGS_GROUPS];

/**
 * What a user can navigate to: the sidebar's groups, starting with the platform's for administrators, then the
 * settings' groups. A group without pages is left out.
 */
export function navigationFor(role: Me['role'] | undefined, features: readonly Feature[]): NavigationGroup[] {
  const others = ALL_GROUPS.filter((name) => name !== 'operate');
  const names = role === 'admin' ? (['operate', ...others] as const) : others;
  const pages = features.flatMap((feature) => feature.pages ?? []).sort((a, b) => a.place - b.place);
  return names
    .filter((name) => name !== 'billing' || isSelling())
    .map((name) => ({ name, pages: pages.filter((page) => page.group === name) }))
    .filter((group) => group.pages.length > 0);
}

/** The groups for the signed-in user; `role` is undefined while unknown. */
export function useNavigation(role: Me['role'] | undefined): NavigationGroup[] {
  const features = useContext(FeaturesContext);
  return useMemo(() => navigationFor(role, features), [role, features]);
}

export const isOfSettings = ({ name }: NavigationGroup): boolean =>
  SETTINGS_GROUPS.some((settings) => settings === name);

/** Whether the page's entry is the current one at an address. */
export const isPageAt = ({ path, also = [] }: NavigationPage, pathname: string): boolean =>
  [path.replace(/\/\{-\$.*/, ''), ...also].some((start) => pathname === start || pathname.startsWith(`${start}/`));
