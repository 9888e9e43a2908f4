import type { TablerIcon } from '@tabler/icons-react';
import type { RegisteredRouter } from '@tanstack/react-router';
import { type ComponentType, createContext, useContext } from 'react';
import { addTexts } from '../lib/i18n/i18n.ts';
import type { LoadFind } from './feature-search.ts';
import type { StateContext, States } from './status/states.ts';

/** The sidebar's groups from top to bottom; the last is for administrators. */
export const NAVIGATION_GROUPS = [
  'plan',
  'talk',
  'automate',
  'work',
  'connect',
  'account',
  'developers',
  'operate',
] as const;
export type NavigationGroupName = (typeof NAVIGATION_GROUPS)[number];

export interface NavigationPage {
  group: NavigationGroupName;
  /** Where it stands in its group. */
  place: number;
  path: keyof RegisteredRouter['routesByPath'];
  name: string;
  icon: TablerIcon;
}

/**
 * What a feature brings to every screen: its places in the navigation, the words and colours of its states, its search. It is light, since the
 * frame loads that of all features; the feature's screens and their texts are loaded when they are shown.
 */
export interface Feature {
  pages?: readonly NavigationPage[];
  states?: { readonly [Context in StateContext]?: States };
  /** What Ctrl+K finds of it. */
  search?: LoadFind;
  /** Only administrators of the platform may look for it. */
  isSearchForAdmins?: true;
  /** Stands below every screen of who may change something, and over it where it asks for more; by `lazy`. */
  below?: ComponentType;
  /** Stands in the top bar, 36 px in square; by `lazy`. */
  inTopBar?: ComponentType;
}

/** Gives the names of a feature's pages and states to the translations (`page:<path>`, `state:<context>.<state>`). */
export function defineFeature<const Given extends Feature>(feature: Given): Given {
  addTexts('page', Object.fromEntries((feature.pages ?? []).map((page) => [page.path, page.name])));
  const words = (states: States) =>
    Object.fromEntries(Object.entries(states).flatMap(([state, { word }]) => (word ? [[state, word]] : [])));
  addTexts(
    'state',
    Object.fromEntries(Object.entries(feature.states ?? {}).map(([context, states]) => [context, words(states)])),
  );
  return feature;
}

/** All features of the app, for everything behind the sign-in. */
export const FeaturesContext = createContext<readonly Feature[]>([]);

/** The states of a context. */
export function useStates(context: StateContext): States {
  const features = useContext(FeaturesContext);
  return features.find((feature) => feature.states?.[context])?.states?.[context] ?? {};
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    page: Record<string, string>;
    state: Record<string, Record<string, string>>;
  }
}
