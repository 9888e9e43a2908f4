import { z } from 'zod/mini';
import type { PageCalls } from '../page/calls.ts';

type Answers = { [Name in keyof PageCalls]: Awaited<ReturnType<PageCalls[Name]>> };

const word = z.string().check(z.maxLength(256));
const level = z.nullable(z.number());

/** The valid answers of each call; anything else counts as no answer. */
export const pageAnswers: { [Name in keyof PageCalls]: z.ZodMiniType<Answers[Name]> } = {
  sendMessage: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sent'), ack: z.number(), result: z.nullable(word), atSeconds: level }),
    z.object({ kind: z.literal('absent') }),
    z.object({ kind: z.literal('no-chat'), reason: z.string().check(z.maxLength(2_048)) }),
    z.object({ kind: z.literal('late') }),
  ]),
  levelOf: level,
  whatsAppIdsOf: z.array(z.nullable(word)),
  fileOf: z.nullable(z.string()),
  pictureUrlOf: z.nullable(z.string().check(z.maxLength(4_096))),
  groupOf: z.object({
    subject: z.nullable(z.string()),
    description: z.nullable(z.string()),
    isAnnouncement: z.optional(z.boolean()),
    members: z.array(z.object({ wid: word, isAdmin: z.boolean() })),
  }),
  changeGroupInPage: z.object({ chat: word, inviteCode: z.optional(word) }),
  commonGroupsOf: z.array(word),
  actInPage: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('told'), count: z.number() }),
    z.object({ kind: z.literal('no-message') }),
    z.object({ kind: z.literal('refused'), reason: z.string().check(z.maxLength(2_048)) }),
  ]),
  showTyping: z.void(),
  beginLogOut: z.void(),
};
