import { z } from 'zod';
import { entityId } from '../entity.ts';
import { MAX_FILE_BYTES, MAX_OPTION_LENGTH, MAX_POLL_OPTIONS, MIN_POLL_OPTIONS } from './limits.ts';

/**
 * WhatsApp's media types. `voice` is an audio file (Ogg with Opus) shown as a voice message; `sticker` a WebP picture
 * without a bubble or caption.
 */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'voice', 'sticker'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/**
 * Content of a message. `text` is always set: the text, the caption of a file (may be empty), or the question of a
 * poll.
 */
export const messageBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('media'),
    text: z.string(),
    media: z.enum(MEDIA_TYPES),
    /** Id of the stored file, which the sender of the message fetches. */
    fileId: entityId,
    mimeType: z.string().max(128),
    fileName: z.string().max(256),
    bytes: z.number().int().min(1).max(MAX_FILE_BYTES),
  }),
  z.object({
    kind: z.literal('poll'),
    text: z.string(),
    options: z.array(z.string().min(1).max(MAX_OPTION_LENGTH)).min(MIN_POLL_OPTIONS).max(MAX_POLL_OPTIONS),
    /** How many options each person may choose; 0: any number. */
    selectable: z.number().int().min(0).max(MAX_POLL_OPTIONS),
  }),
]);
export type MessageBody = z.infer<typeof messageBody>;

/** Maximum length of a quoted text, in UTF-16 code units. */
export const MAX_QUOTE_LENGTH = 1_024;

/** The message that a reply quotes. */
export const quotedMessage = z.object({
  waMessageId: z.string().max(256),
  /** Its author (E.164); null: the engine's own account. */
  from: z.string().max(64).nullable(),
  /** Its text, shown above the reply. */
  text: z.string().max(MAX_QUOTE_LENGTH),
});
export type QuotedMessage = z.infer<typeof quotedMessage>;
