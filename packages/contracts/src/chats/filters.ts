/**
 * Which chats a list shows; what is left out filters nothing. Without zod, as addresses of the web app are read by it
 * too.
 */
export const CHAT_KINDS = ['person', 'group'] as const;
export const CHATS_WAITING = ['us', 'them'] as const;

export interface ChatFilter {
  /** Part of the name, the number or the latest message. */
  search?: string | undefined;
  kind?: (typeof CHAT_KINDS)[number] | undefined;
  /** For whose answer they wait: `us`, they wrote last; `them`, we did. */
  waiting?: (typeof CHATS_WAITING)[number] | undefined;
  /** Only those in which somebody has written to us. */
  cameIn?: boolean | undefined;
  /** Only with messages that nobody has read on the phone. */
  unread?: boolean | undefined;
  /**
   * ISO 8601: the latest message at or after, and before; what we wrote where it waits for them, what came in where
   * `cameIn`.
   */
  since?: string | undefined;
  until?: string | undefined;
}
