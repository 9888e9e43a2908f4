export const BOT_TABS = ['overview', 'deployments', 'sessions', 'answers', 'errors'] as const;
export type BotTab = (typeof BOT_TABS)[number];

/** The user whom an admin supports; kept in the address from screen to screen. */
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

/** Search parameters of a bot's screen; the first tab is omitted. */
export function readBotSearch(search: Record<string, unknown>): SupportSearch & { tab?: BotTab } {
  const tab = BOT_TABS.find((choice) => choice === search.tab);
  return { ...readSupportSearch(search), ...(tab && tab !== 'overview' ? { tab } : {}) };
}
