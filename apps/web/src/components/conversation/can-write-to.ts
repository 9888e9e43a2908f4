import { isGroupId } from '@switchyard/contracts/chats/group-id';

/** WhatsApp has told whom to write to: a number or a group, not a hidden id. */
export const canWriteTo = (chat: string): boolean => /^\+\d{7,15}$/.test(chat) || isGroupId(chat);
