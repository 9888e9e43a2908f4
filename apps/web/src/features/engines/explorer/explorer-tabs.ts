export const EXPLORER_TABS = ['overview', 'events', 'chats', 'settings'] as const;
export type ExplorerTab = (typeof EXPLORER_TABS)[number];

/**
 * Search parameters: the tab (an unknown one means the first), and the screen that the page was opened from, for the
 * link back to it.
 */
export function readExplorerSearch(search: Record<string, unknown>): { tab?: ExplorerTab; from?: string } {
  const tab = EXPLORER_TABS.find((tab) => tab === search.tab);
  return {
    ...(tab && tab !== 'overview' ? { tab } : {}),
    ...(typeof search.from === 'string' ? { from: search.from } : {}),
  };
}
