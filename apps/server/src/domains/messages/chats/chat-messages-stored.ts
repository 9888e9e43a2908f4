import { defineHook } from '../../../platform/hooks.ts';
import type { StoredChatMessages } from './stored-chat-messages.ts';
import { saveUndelivered } from './undelivered-chats.ts';

/** Called when messages are stored in a chat for the first time, once for each message. */
export const chatMessagesStored = defineHook<StoredChatMessages>('chat.written', saveUndelivered);
