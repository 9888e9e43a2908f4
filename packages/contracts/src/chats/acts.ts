import { z } from 'zod';

/**
 * What can be done to messages and chats, wherever it is done. The first three change what others see; of the rest the last word counts.
 * Apart from the operations, so that an engine process need not load them.
 */
export const CHAT_ACTS = ['react', 'edit', 'delete', 'star', 'read', 'archive', 'pin', 'mute'] as const;
export type ChatActKind = (typeof CHAT_ACTS)[number];

/** WhatsApp's limits: how long after it was written a message can be edited, and deleted for everyone. */
export const EDIT_WINDOW_MS = 15 * 60_000;
export const DELETE_WINDOW_MS = 60 * 60 * 60_000;

/** How long a chat can be muted, as WhatsApp offers it; `always` ends with the year 9999. */
export const MUTE_LENGTHS = ['8h', '1w', 'always'] as const;

/** One emoji, or a sequence that is shown as one. */
export function isEmoji(text: string): boolean {
  if (text.length > 32 || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text)) return false;
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length === 1;
}

/** As an engine is told it. */
export const engineAct = z.discriminatedUnion('kind', [
  /** Empty: the reaction is removed. */
  z.object({ kind: z.literal('react'), emoji: z.string().max(32) }),
  z.object({ kind: z.literal('edit'), text: z.string().max(65_536) }),
  /** For everyone. */
  z.object({ kind: z.literal('delete') }),
  z.object({ kind: z.literal('star'), isStarred: z.boolean() }),
  z.object({ kind: z.literal('read'), isRead: z.boolean() }),
  z.object({ kind: z.literal('archive'), isArchived: z.boolean() }),
  z.object({ kind: z.literal('pin'), isPinned: z.boolean() }),
  /** Null: not muted. */
  z.object({ kind: z.literal('mute'), untilMs: z.number().int().nullable() }),
]);
export type EngineAct = z.infer<typeof engineAct>;
