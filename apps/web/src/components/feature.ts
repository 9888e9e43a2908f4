import type { AuditNoun, LiveEvent, NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import type { TablerIcon } from '@tabler/icons-react';
import type { RegisteredRouter } from '@tanstack/react-router';
import { type ComponentType, createContext, useContext } from 'react';
import type { ApiPart } from '../lib/api/invalidate.ts';
import { addTexts } from '../lib/i18n/i18n.ts';
import type { LoadSearch } from './feature-search.ts';
import type { StateContext, States } from './status/states.ts';

/** The sidebar's groups from top to bottom; the last is for administrators. */
export const NAVIGATION_GROUPS = ['plan', 'talk', 'automate', 'work', 'connect', 'operate'] as const;
/** The groups of the settings, which have their own sidebar. */
export const SETTINGS_GROUPS = ['you', 'workspace', 'billing', 'developers'] as const;
export type SettingsGroupName = (typeof SETTINGS_GROUPS)[number];
export type NavigationGroupName = (typeof NAVIGATION_GROUPS)[number] | SettingsGroupName;

export interface NavigationPage {
  group: NavigationGroupName;
  /** Position in its group. */
  place: number;
  path: keyof RegisteredRouter['routesByPath'];
  /** Prefixes of further addresses at which this entry is the current one. */
  also?: readonly string[];
  name: string;
  icon: TablerIcon;
}

/**
 * How a kind of notification looks in the app, and where it leads. `{{name}}`, `{{count}}`, `{{limit}}`, `{{address}}`
 * and `{{at}}` come from its data.
 */
export interface NoticeLook {
  icon: TablerIcon;
  tone: 'info' | 'warning' | 'error';
  title: string;
  text: string;
  /** The kind's name in the notification settings. */
  name: string;
  hint: string;
  /** The screen on which to act. */
  to(data: NotificationData): string;
}

/** A part of the API that is refetched after some live events, at most once per `everyMs`. */
export interface LiveRefresh {
  read: ApiPart;
  after: readonly LiveEvent['type'][];
  /** Omitted: after each event. */
  everyMs?: number;
}

/**
 * What a feature brings to every screen: its places in the navigation, its states' texts and colours, its search. Keep
 * it small, since the frame loads that of all features; a feature's screens and their texts are loaded when shown.
 */
export interface Feature {
  pages?: readonly NavigationPage[];
  states?: { readonly [Context in StateContext]?: States };
  /** Its notifications. */
  notices?: { readonly [Kind in NotificationKind]?: NoticeLook };
  /** Names of its nouns in the audit log. */
  auditNouns?: { readonly [Noun in AuditNoun]?: string };
  /** Names of the areas that API keys cover, by scope. */
  scopes?: Readonly<Record<string, string>>;
  live?: readonly LiveRefresh[];
  /** Its results in Ctrl+K. */
  search?: LoadSearch;
  /** Only administrators of the platform may search it. */
  isSearchForAdmins?: true;
  /**
   * Rendered below every screen for users who may make changes, and able to open over it; `lazy`, or as small as this
   * file.
   */
  below?: ComponentType;
  /** Shown in the top bar, 36 px square; `lazy`. */
  inTopBar?: ComponentType;
}

/**
 * Registers a feature's names for translation: `page:<path>`, `state:<context>.<state>`, `notice:<kind>.…`,
 * `auditNoun:<noun>`, `scope:<scope>`. Translations are in one file per language,
 * `locales/<language>/frame/<feature>.json`.
 */
export function defineFeature<const Definition extends Feature>(feature: Definition): Definition {
  addTexts('page', Object.fromEntries((feature.pages ?? []).map((page) => [page.path, page.name])));
  const wordsByState = (states: States) =>
    Object.fromEntries(Object.entries(states).flatMap(([state, { word }]) => (word ? [[state, word]] : [])));
  addTexts(
    'state',
    Object.fromEntries(
      Object.entries(feature.states ?? {}).map(([context, states]) => [context, wordsByState(states)]),
    ),
  );
  const noticeTexts = Object.entries(feature.notices ?? {}).map(([kind, { title, text, name, hint }]) => [
    kind,
    { title, text, name, hint },
  ]);
  addTexts('notice', Object.fromEntries(noticeTexts));
  addTexts('auditNoun', { ...feature.auditNouns });
  addTexts('scope', { ...feature.scopes });
  return feature;
}

/** All features of the app, for everything behind the sign-in. */
export const FeaturesContext = createContext<readonly Feature[]>([]);

/** How a kind of notification looks; undefined if no feature declares it. */
export function useNotice(kind: NotificationKind): NoticeLook | undefined {
  const features = useContext(FeaturesContext);
  return features.find((feature) => feature.notices?.[kind])?.notices?.[kind];
}

/** The audit log's nouns that have a name, in the order of the features. */
export function useAuditNouns(): AuditNoun[] {
  return useContext(FeaturesContext).flatMap((feature) => Object.keys(feature.auditNouns ?? {}) as AuditNoun[]);
}

/** The states of a context. */
export function useStates(context: StateContext): States {
  const features = useContext(FeaturesContext);
  return features.find((feature) => feature.states?.[context])?.states?.[context] ?? {};
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    page: Record<string, string>;
    state: Record<string, Record<string, string>>;
    notice: Record<string, Record<string, string>>;
    auditNoun: Record<string, string>;
    scope: Record<string, string>;
  }
}
