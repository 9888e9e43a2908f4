import { z } from 'zod';
import { RECEIVED_KINDS } from './engine-protocol.ts';
import { entityId, instant, listQuery, page } from './entity.ts';
import { ackLevel } from './message.ts';
import { reads } from './operation.ts';

/** Unanswered messages of a chat are counted up to here. */
export const MAX_UNANSWERED = 100;
/** Texts in the list of chats are cut after so many characters. */
export const MAX_PREVIEW = 200;

/** What the server knows of a message in a chat, whoever wrote it. */
const said = z.object({
  /** The engine's own account wrote it: through us, or on its phone. */
  fromMe: z.boolean(),
  kind: z.enum(RECEIVED_KINDS),
  /** The words, the caption, the question or the emoji. */
  text: z.string(),
  at: instant,
});

/** A chat of an engine, as far as the server has seen it: what it sent, and what came in. */
export const chat = z.object({
  /** E.164, or a group's id. */
  chat: z.string(),
  /** The workspace's contact with this number; null: none. */
  name: z.string().nullable(),
  latest: said,
  lastReceivedAt: instant.nullable(),
  lastSentAt: instant.nullable(),
  /** Messages that came in since the engine last wrote; ends at `MAX_UNANSWERED`. */
  unanswered: z.number().int(),
});
export type Chat = z.infer<typeof chat>;

export const chatMessage = said.extend({
  _id: entityId,
  /** E.164 of whoever wrote it; null: we did. */
  from: z.string().nullable(),
  media: z.object({ mimeType: z.string(), fileName: z.string().nullable() }).nullable(),
  /** WhatsApp's id of the message that it answers or reacts to. */
  quotedId: z.string().nullable(),
  /** How far a message of ours came; null: it is not one that we sent. */
  ack: ackLevel.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** Messages came in. */
export const chatsLiveEvent = z.object({ type: z.literal('chats.stale'), engineId: entityId });

export const chatsContract = {
  list: reads('chats')
    .route({
      method: 'GET',
      path: '/engines/{id}/chats',
      tags: ['engines'],
      summary: 'Chats of an engine of the workspace, the latest first',
    })
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(chat)),
  messages: reads('chats')
    .route({
      method: 'GET',
      path: '/engines/{id}/chats/messages',
      tags: ['engines'],
      summary: 'Messages of one chat in both directions, the latest first',
    })
    .input(
      z.object({
        id: entityId,
        chat: z.string().min(1).max(128),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        before: z.string().max(64).optional().describe('`next` of an earlier answer: older messages.'),
      }),
    )
    .output(
      z.object({ data: z.array(chatMessage), next: z.string().nullable().describe('Null: these are the first.') }),
    ),
};
