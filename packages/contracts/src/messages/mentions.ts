import { isGroupId } from '../chats/group-id.ts';

/** WhatsApp's notation of a mention: `@` and the member's number without `+`. */
const MENTION = /(?<![\w@])@(\d{7,15})(?!\w)/g;

/** Returns the numbers (E.164) mentioned in a text; only group chats have mentions. */
export const mentionsOf = (chat: string, text: string): string[] =>
  isGroupId(chat) ? [...new Set([...text.matchAll(MENTION)].map(([, digits]) => `+${digits}`))] : [];
