/**
 * Tabs of /campaigns-management as named in its address. In a file of their own, because the router does not load the
 * page with them.
 */
export const MANAGEMENT_TABS = ['audiences', 'templates'] as const;
export type ManagementTab = (typeof MANAGEMENT_TABS)[number];

/** Formerly a tab here; its address may be bookmarked and redirects to the contacts. */
export const OPT_OUTS = 'optOuts';

/** Parses the search parameters of /campaigns-management; invalid values are dropped. */
export const readManagementSearch = (search: Record<string, unknown>): { tab?: ManagementTab | typeof OPT_OUTS } => {
  const tab = ([...MANAGEMENT_TABS, OPT_OUTS] as const).find((tab) => tab === search.tab);
  return tab ? { tab } : {};
};
