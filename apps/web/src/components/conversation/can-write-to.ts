import { isGroupId } from '@switchyard/contracts/chats/group-id';

/** Whether WhatsApp has revealed an address that can be written to: a number or a group, not a hidden id. */
export const canWriteTo = (chat: string): boolean => /^\+\d{7,15}$/.test(chat) || isGroupId(chat);
