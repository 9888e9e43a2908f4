import { z } from 'zod';

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
  /** At the top of its chat, for everyone; `seconds`: for how long. */
  z.object({ kind: z.literal('pin-message'), isPinned: z.boolean(), seconds: z.number().int() }),
]);
export type EngineAct = z.infer<typeof engineAct>;
