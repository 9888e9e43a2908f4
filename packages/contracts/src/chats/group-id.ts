/**
 * Whether what names a chat is a group's id; else it is a number. Apart from the schemas, so that a browser's worker
 * need not load them.
 */
export const isGroupId = (chat: string): boolean => /^[\w.-]{1,64}@g\.us$/.test(chat);
