import { hookKind } from '../../platform/hooks.ts';
import { saveUndelivered } from './undelivered-chats.ts';
import type { ChatWritten } from './written-messages.ts';

/** Messages were stored in a chat for the first time; each is told once. */
export const chatWritten = hookKind<ChatWritten>('chat.written', saveUndelivered);
