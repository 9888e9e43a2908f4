export const BOT_TABS = ['overview', 'deployments', 'sessions', 'errors'] as const;
export type BotTab = (typeof BOT_TABS)[number];

/** Through whose eyes an admin looks; the address keeps it from screen to screen. */
export interface SupportSearch {
  supportedUserId?: string;
  workspaceId?: string;
}

export function readSupportSearch({ supportedUserId, workspaceId }: Record<string, unknown>): SupportSearch {
  return {
    ...(typeof supportedUserId === 'string' ? { supportedUserId } : {}),
    ...(typeof workspaceId === 'string' ? { workspaceId } : {}),
  };
}

/** What the address of a bot holds; the first tab is not written. */
export function readBotSearch(search: Record<string, unknown>): SupportSearch & { tab?: BotTab } {
  const tab = BOT_TABS.find((one) => one === search.tab);
  return { ...readSupportSearch(search), ...(tab && tab !== 'overview' ? { tab } : {}) };
}
