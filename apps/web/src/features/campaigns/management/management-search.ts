/** The tabs of /campaigns-management, as its address names them. Apart from the page, which the router does not load with it. */
export const MANAGEMENT_TABS = ['audiences', 'templates'] as const;
export type ManagementTab = (typeof MANAGEMENT_TABS)[number];

/** What the address of /campaigns-management holds; whatever makes no sense is left out. */
export const readManagementSearch = (search: Record<string, unknown>): { tab?: ManagementTab } => {
  const tab = MANAGEMENT_TABS.find((one) => one === search.tab);
  return tab ? { tab } : {};
};
