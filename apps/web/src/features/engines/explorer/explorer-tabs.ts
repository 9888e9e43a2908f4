export const EXPLORER_TABS = ['overview', 'events', 'chats', 'settings'] as const;
export type ExplorerTab = (typeof EXPLORER_TABS)[number];

/**
 * What the address holds: the tab, anything else is the first; and which screen the page was opened from, for whoever
 * leads back to it.
 */
export function readExplorerSearch(search: Record<string, unknown>): { tab?: ExplorerTab; from?: string } {
  const tab = EXPLORER_TABS.find((one) => one === search.tab);
  return {
    ...(tab && tab !== 'overview' ? { tab } : {}),
    ...(typeof search.from === 'string' ? { from: search.from } : {}),
  };
}
