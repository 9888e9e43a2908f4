import { z } from 'zod/mini';
import type { PageChat, PageContent, PageState, PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import type { FromPage } from '../shared/page-messages.ts';

// The extension's policy forbids generating code, which zod does where it can.
z.config({ jitless: true });

/** Requires a schema for every field, because fields without one are dropped. */
type Fields<Source> = Record<keyof Source, z.ZodMiniType>;

const MAX_TEXT = 70_000;
const word = z.string().check(z.maxLength(256));
const text = z.string().check(z.maxLength(MAX_TEXT));
const moment = z.number().check(z.minimum(0), z.maximum(8.64e15));
const count = z.number().check(z.minimum(0));
const words = z.array(text).check(z.maxLength(100));

const update = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('state'),
    state: z.object({
      mode: word,
      info: word,
      authenticated: z.boolean(),
      fullReady: z.boolean(),
      code: z.nullable(z.string().check(z.maxLength(2_048))),
      user: z.nullable(z.string().check(z.regex(/^\d{1,20}$/))),
    } satisfies Fields<PageState>),
  }),
  z.object({
    kind: z.literal('acks'),
    ids: z.array(word).check(z.maxLength(2_000)),
    ack: z.number().check(z.minimum(-10), z.maximum(10)),
  }),
  z.object({
    kind: z.literal('message'),
    id: word,
    chat: word,
    from: word,
    atMs: moment,
    said: z.object({
      kind: z.enum(['text', 'media', 'poll', 'vote', 'reaction', 'other']),
      text,
      media: z.exactOptional(
        z.object({
          mimeType: word,
          fileName: z.nullable(text),
          media: z.enum(['image', 'video', 'audio', 'document', 'voice', 'sticker']),
          bytes: z.exactOptional(count),
          source: text,
        }),
      ),
      quotedId: z.exactOptional(word),
      quotedText: z.exactOptional(text),
      isForwarded: z.exactOptional(z.literal(true)),
      pushName: z.exactOptional(text),
      options: z.exactOptional(words),
      choices: z.exactOptional(words),
      fromMe: z.exactOptional(z.literal(true)),
    } satisfies Fields<PageContent>),
    isHistory: z.exactOptional(z.literal(true)),
  }),
  z.object({
    kind: z.literal('change'),
    id: word,
    chat: word,
    writer: word,
    change: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('edited'), text }),
      z.object({ kind: z.literal('deleted') }),
      z.object({ kind: z.literal('starred'), isStarred: z.boolean() }),
    ]),
  }),
  z.object({
    kind: z.literal('chats'),
    chats: z
      .array(
        z.object({
          chat: word,
          subject: z.exactOptional(text),
          size: z.exactOptional(count),
          mayWrite: z.exactOptional(z.boolean()),
          isLeft: z.exactOptional(z.boolean()),
          unread: z.exactOptional(count),
          isArchived: z.exactOptional(z.boolean()),
          isPinned: z.exactOptional(z.boolean()),
          mutedUntilMs: z.exactOptional(z.nullable(moment)),
        } satisfies Fields<PageChat>),
      )
      .check(z.maxLength(100)),
  }),
  z.object({ kind: z.literal('qr-idle') }),
  z.object({ kind: z.literal('logged-out'), reason: z.nullable(text) }),
  z.object({ kind: z.literal('backend'), name: word, value: z.unknown() }),
]) satisfies z.ZodMiniType<PageUpdate>;

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('update'), update }),
  z.object({ kind: z.literal('answer'), id: z.int(), answer: z.optional(z.unknown()) }),
  z.object({ kind: z.literal('failure'), id: z.int(), reason: text }),
  z.object({ kind: z.literal('since'), id: z.int() }),
  z.object({ kind: z.literal('alive') }),
]) satisfies z.ZodMiniType<FromPage>;

/**
 * A valid message from the page, or null. Nothing more is trusted, because any script in WhatsApp's page may send
 * messages.
 */
export const readFromPage = (message: unknown): FromPage | null => fromPage.safeParse(message).data ?? null;
