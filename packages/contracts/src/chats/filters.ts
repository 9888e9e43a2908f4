/**
 * Filter of a list of chats; missing fields do not filter. Free of zod because the web app also parses URLs with it.
 */
export const CHAT_KINDS = ['person', 'group'] as const;
export const CHATS_WAITING = ['us', 'them'] as const;

export interface ChatFilter {
  /** Part of the name, the number or the latest message. */
  search?: string | undefined;
  kind?: (typeof CHAT_KINDS)[number] | undefined;
  /** Who owes the reply: `us`, the contact wrote last; `them`, we did. */
  waiting?: (typeof CHATS_WAITING)[number] | undefined;
  /** Only chats with received messages. */
  cameIn?: boolean | undefined;
  /** Only chats with messages unread on the phone. */
  unread?: boolean | undefined;
  /**
   * ISO 8601: the latest message is at or after `since` and before `until`. Counts our messages if `waiting` is `them`,
   * received ones if `cameIn`.
   */
  since?: string | undefined;
  until?: string | undefined;
}
