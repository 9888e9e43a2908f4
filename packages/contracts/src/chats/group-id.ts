/**
 * Whether a chat's identifier is a group id rather than a number. In a file without schemas, so that a browser's worker
 * can avoid loading them.
 */
export const isGroupId = (chat: string): boolean => /^[\w.-]{1,64}@g\.us$/.test(chat);
