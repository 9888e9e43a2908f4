import { isGroupId } from '../chats/group-id.ts';

/** A member of a group as WhatsApp writes one into a text: `@` and their number without `+`. */
const MENTION = /(?<![\w@])@(\d{7,15})(?!\w)/g;

/** Whom a text to a chat mentions, in E.164: in groups only. */
export const mentionsOf = (chat: string, text: string): string[] =>
  isGroupId(chat) ? [...new Set([...text.matchAll(MENTION)].map(([, digits]) => `+${digits}`))] : [];
