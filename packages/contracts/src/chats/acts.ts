import { z } from 'zod';

/** Whether a text is a single emoji, including sequences rendered as one. */
export function isEmoji(text: string): boolean {
  if (text.length > 32 || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text)) return false;
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length === 1;
}

/** An action as sent to an engine. */
export const engineAct = z.discriminatedUnion('kind', [
  /** Empty: removes the reaction. */
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
  /** At the top of its chat, for everyone, for `seconds`. */
  z.object({ kind: z.literal('pin-message'), isPinned: z.boolean(), seconds: z.number().int() }),
]);
export type EngineAct = z.infer<typeof engineAct>;
