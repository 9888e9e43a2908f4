/**
 * What can be done to messages and chats. The first three change what others see; of the rest the last word counts.
 * Apart from the schemas, so that a screen need not load them.
 */
export const CHAT_ACTS = ['react', 'edit', 'delete', 'star', 'read', 'archive', 'pin', 'mute', 'pin-message'] as const;
export type ChatActKind = (typeof CHAT_ACTS)[number];

/** WhatsApp's limits: how long after it was written a message can be edited, and deleted for everyone. */
export const EDIT_WINDOW_MS = 15 * 60_000;
export const DELETE_WINDOW_MS = 60 * 60 * 60_000;

/** How long a message stays pinned at most. */
export const LONGEST_PIN_SECONDS = 30 * 24 * 60 * 60;

/** How long a chat can be muted, as WhatsApp offers it; `always` ends with the year 9999. */
export const MUTE_LENGTHS = ['8h', '1w', 'always'] as const;
