/**
 * The tabs of /campaigns-management, as its address names them. Apart from the page, which the router does not load
 * with it.
 */
export const MANAGEMENT_TABS = ['audiences', 'templates'] as const;
export type ManagementTab = (typeof MANAGEMENT_TABS)[number];

/** Once a tab here; its address, which may be in somebody's notes, leads to the contacts. */
export const OPT_OUTS = 'optOuts';

/** What the address of /campaigns-management holds; whatever makes no sense is left out. */
export const readManagementSearch = (search: Record<string, unknown>): { tab?: ManagementTab | typeof OPT_OUTS } => {
  const tab = ([...MANAGEMENT_TABS, OPT_OUTS] as const).find((one) => one === search.tab);
  return tab ? { tab } : {};
};
