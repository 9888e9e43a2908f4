import { defineHook } from '../../../platform/hooks.ts';
import { saveUndelivered } from './undelivered-chats.ts';
import type { StoredChatMessages } from './stored-chat-messages.ts';

/** Messages were stored in a chat for the first time; each is told once. */
export const chatMessagesStored = defineHook<StoredChatMessages>('chat.written', saveUndelivered);
