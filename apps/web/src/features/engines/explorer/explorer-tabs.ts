export const EXPLORER_TABS = ['overview', 'events', 'chats', 'settings'] as const;
export type ExplorerTab = (typeof EXPLORER_TABS)[number];

/** The tab in the address; anything else is the first. */
export function readExplorerSearch(search: Record<string, unknown>): { tab?: ExplorerTab } {
  const tab = EXPLORER_TABS.find((one) => one === search.tab);
  return tab && tab !== 'overview' ? { tab } : {};
}
