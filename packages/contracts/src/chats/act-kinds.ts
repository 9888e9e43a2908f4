/**
 * Actions on messages and chats. The first three change what others see; for the rest the latest action wins. In a file
 * without schemas, so that screens can avoid loading them.
 */
export const CHAT_ACTS = ['react', 'edit', 'delete', 'star', 'read', 'archive', 'pin', 'mute', 'pin-message'] as const;
export type ChatActKind = (typeof CHAT_ACTS)[number];

/** WhatsApp's limits for editing a message and deleting it for everyone, from when it was written. */
export const EDIT_WINDOW_MS = 15 * 60_000;
export const DELETE_WINDOW_MS = 60 * 60 * 60_000;

/** Maximum time a message stays pinned. */
export const MAX_PIN_SECONDS = 30 * 24 * 60 * 60;

/** WhatsApp's choices for muting a chat; `always` lasts until the year 9999. */
export const MUTE_LENGTHS = ['8h', '1w', 'always'] as const;
