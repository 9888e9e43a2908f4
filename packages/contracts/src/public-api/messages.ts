import { z } from 'zod';
import { LONGEST_PIN_SECONDS } from '../chats/act-kinds.ts';
import { isEmoji } from '../chats/acts.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import {
  anyId,
  chatAddress,
  dateTime,
  flag,
  idempotent,
  limitUpTo,
  many,
  one,
  order,
  paging,
  several,
  words,
} from './shapes.ts';

const PUBLIC_STATUSES = [
  'pending',
  'before-wa-send',
  'bt-sent',
  'sending',
  'sent',
  'sent_pending_ack',
  'confirmed',
  'delivered',
  'received',
  'read',
  'played',
  'cancelled',
  'error',
  'failed',
  'expired',
] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];
const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker', 'voice', 'gif'] as const;
const PUBLIC_MESSAGE_TYPES = [
  'chat',
  'image',
  'video',
  'document',
  'audio',
  'ptt',
  'sticker',
  'gif',
  'ptv',
  'poll_creation',
  'location',
  'vcard',
  'revoked',
] as const;
export type PublicMessageType = (typeof PUBLIC_MESSAGE_TYPES)[number];

/** WhatsApp's key of a message in its parts. */
const messageKey = z.object({
  fromMe: z.boolean(),
  remote: z.string().optional(),
  id: z.string().optional(),
  _serialized: z.string().optional(),
  participant: z.string().optional(),
});

const linkPreview = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  canonicalUrl: z.string().optional(),
  thumbnail: z.string().optional(),
});

/** A message that was asked to be sent, now or later. */
const outgoing = z.object({
  id: z.string().optional(),
  waMessageKey: messageKey.optional(),
  to: z.string(),
  type: z.enum(['text', 'media', 'poll']),
  text: z.string().optional(),
  mediaUrl: z.string().optional(),
  mediaKind: z.enum(MEDIA_KINDS).optional(),
  pollQuestion: z.string().optional(),
  pollOptions: z.array(z.string()).optional(),
  pollAllowMultiple: z.boolean().optional(),
  status: z.enum(PUBLIC_STATUSES),
  sendAt: dateTime.optional(),
  createdAt: dateTime,
  confirmedAt: dateTime.optional(),
  receivedAt: dateTime.optional(),
  readAt: dateTime.optional(),
  playedAt: dateTime.optional(),
  failedAt: dateTime.optional(),
  failureReason: z.string().optional(),
  secret: z.string().optional(),
  linkPreview: linkPreview.optional(),
});
export type OutgoingMessage = z.infer<typeof outgoing>;

/** A message of a chat, whoever wrote it. */
export const waMessage = z.object({
  waMessageKey: messageKey,
  chatId: z.string(),
  from: z.string(),
  author: z.string().optional(),
  senderName: z.string().optional(),
  timestamp: dateTime.optional(),
  text: z.string().optional(),
  type: z.string(),
  fromMe: z.boolean(),
  ack: z.number().int().optional(),
  mediaUrl: z.string().optional(),
  filename: z.string().optional(),
  linkPreview: linkPreview.optional(),
  quotedMessage: z
    .object({
      waMessageKey: messageKey,
      text: z.string().optional(),
      type: z.string().optional(),
      author: z.string().optional(),
    })
    .optional(),
});
export type WaMessage = z.infer<typeof waMessage>;

const content = {
  text: words(4_096).optional(),
  mediaUrl: words(2_048).optional(),
  mediaBase64: z.string().max(15_728_640).optional(),
  mediaKind: z.enum(MEDIA_KINDS).optional(),
  mediaFilename: words(255).min(1).optional(),
  replyTo: words(512).optional(),
  secret: words(256).min(1).optional(),
  pollQuestion: words(255).min(1).optional(),
  pollOptions: z.array(words(100).min(1)).max(12).optional(),
  pollAllowMultiple: z.boolean().optional(),
};
const type = z.enum(['text', 'media', 'poll']);
const toSend = z.object({ type, ...content });
export type ToSend = z.infer<typeof toSend> & { sendAt?: string | undefined };
/** Some of it: what is left out stays. */
export type SomeToSend = { [Field in keyof ToSend]?: ToSend[Field] | undefined };
const sendAt = dateTime.optional();

const isReaction = (text: string): boolean => text === '' || isEmoji(text);
const keyInPath = z.object({ waMessageKey: words(512).min(1) });
const ofChat = z.object({ chatId: chatAddress.optional() });
const done = one(z.object({ ok: z.literal(true) }));

const later = routesUnder('scheduled-messages');
const at = routesUnder('messages');
/** A new thing is 201; one that a repeated request finds is 200. */
const created = <Body extends z.ZodType>(body: Body) =>
  z.union([z.object({ status: z.literal(201), body }), z.object({ status: z.literal(200), body })]);

export const scheduledMessages = {
  list: query('messages')
    .route({ ...later.get('/scheduled-messages', 'Scheduled messages of the workspace'), inputStructure: 'detailed' })
    .input(
      z.object({
        query: z.object({
          chatId: chatAddress.optional(),
          searchToken: words(200).min(1).optional(),
          status: z.enum(PUBLIC_STATUSES).optional(),
          order,
          ...paging,
        }),
      }),
    )
    .output(many(outgoing)),
  get: query('messages')
    .route({ ...later.get('/scheduled-messages/{id}', 'One scheduled message'), inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ id: anyId }) }))
    .output(one(outgoing)),
  create: mutation('messages')
    .route({
      ...later.post('/scheduled-messages/{chatId}', 'Send a message, now or later'),
      inputStructure: 'detailed',
      outputStructure: 'detailed',
    })
    .input(z.object({ params: z.object({ chatId: chatAddress }), body: toSend.extend({ sendAt }), ...idempotent }))
    .output(created(one(outgoing))),
  update: mutation('messages')
    .route({ ...later.patch('/scheduled-messages/{id}', 'Change a message that waits'), inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ id: anyId }), body: toSend.extend({ sendAt }).partial() }))
    .output(one(outgoing)),
  delete: mutation('messages')
    .route({
      ...later.delete('/scheduled-messages/{id}', 'Take back a message that waits'),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: z.object({ id: anyId }) }))
    .output(one(z.object({ id: z.string(), deleted: z.literal(true) }))),
};

export const messages = {
  list: query('chats')
    .route({ ...at.get('/messages', 'Messages of chats, in both directions'), inputStructure: 'detailed' })
    .input(
      z.object({
        query: z.object({
          chatId: chatAddress.optional(),
          searchToken: words(200).optional(),
          order,
          since: dateTime.optional(),
          until: dateTime.optional(),
          messageTypes: several(z.enum(PUBLIC_MESSAGE_TYPES), 13),
          queryAny: several(words(200).min(1), 24),
          mime: words(255).optional(),
          filenameContains: words(255).optional(),
          hasMedia: flag,
          sender: words(128).optional(),
          loadFromPhoneIfNeeded: flag.describe('Takes effect nowhere: phones are not asked.'),
          includeMediaContent: flag.describe('Takes effect nowhere: see `/messages/media/{waMessageKey}`.'),
          ...paging,
        }),
      }),
    )
    .output(many(waMessage)),
  send: mutation('messages')
    .route({
      ...at.post('/messages/{chatId}', 'Send a message now'),
      inputStructure: 'detailed',
      outputStructure: 'detailed',
    })
    .input(
      z.object({
        params: z.object({ chatId: chatAddress }),
        body: toSend.extend({
          withTyping: z.boolean().optional().describe('How long is typed is told by the pace of the engine.'),
          typingSeconds: z.number().min(0).max(25).optional(),
        }),
        ...idempotent,
      }),
    )
    .output(created(one(outgoing))),
  get: query('chats')
    .route({ ...at.get('/messages/{waMessageKey}', 'One message of a chat'), inputStructure: 'detailed' })
    .input(z.object({ params: keyInPath, query: ofChat }))
    .output(one(waMessage)),
  react: mutation('chats')
    .route({
      ...at.post('/messages/reactions/{waMessageKey}', 'React to a message; an empty emoji removes the reaction'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: keyInPath,
        query: ofChat,
        body: z.object({ emoji: words(32).refine(isReaction, schemaFault('choice')) }),
      }),
    )
    .output(done),
  pin: mutation('chats')
    .route({
      ...at.post('/messages/pin/{waMessageKey}', 'Pin a message to the top of its chat'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: keyInPath,
        query: ofChat,
        body: z
          .object({
            duration: z
              .number()
              .int()
              .min(1)
              .max(LONGEST_PIN_SECONDS)
              .optional()
              .describe('In seconds; left out: seven days.'),
          })
          .optional(),
      }),
    )
    .output(done),
  unpin: mutation('chats')
    .route({ ...at.post('/messages/unpin/{waMessageKey}', 'Take a pinned message down'), inputStructure: 'detailed' })
    .input(z.object({ params: keyInPath, query: ofChat, body: z.object({}).optional() }))
    .output(done),
  listPinned: query('chats')
    .route({
      ...at.get('/messages/pinned/{chatId}', 'Messages of a chat that were pinned through this server'),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: z.object({ chatId: chatAddress }), query: z.object(paging) }))
    .output(many(z.object({ key: z.string(), chatId: z.string(), text: z.string().optional() }))),
  loadOlder: mutation('chats')
    .route({
      ...at.post('/messages/load_older/{chatId}', 'Have the phone send older messages'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: z.object({ chatId: chatAddress }),
        body: z
          .object({
            pages: z.number().int().min(1).max(10).optional().describe('Takes effect nowhere: one page is fetched.'),
            until_date: z
              .union([words(64), z.number()])
              .optional()
              .describe('Takes effect nowhere.'),
          })
          .optional(),
      }),
    )
    .output(
      one(
        z.object({
          added: z.number().int().optional(),
          canLoadMore: z.boolean(),
          historyUnavailable: z.boolean(),
          pagesExecuted: z.number().int(),
          coverage: z.object({ oldestLoadedTimestamp: z.number().optional(), oldestLoadedIso: dateTime.optional() }),
        }),
      ),
    ),
  getAck: query('chats')
    .route({ ...at.get('/messages/ack/{waMessageKey}', 'How far a message has come'), inputStructure: 'detailed' })
    .input(z.object({ params: keyInPath, query: ofChat }))
    .output(one(z.object({ ack: z.number().int().optional() }))),
  batchAcks: query('chats')
    .route({ ...at.post('/messages/acks', 'How far messages have come'), inputStructure: 'detailed' })
    .input(
      z.object({
        body: z.object({
          messageKeys: z.array(words(512).min(1)).min(1).max(200),
          chatId: chatAddress.optional(),
        }),
      }),
    )
    .output(many(z.object({ key: z.string(), ack: z.number().int().optional(), found: z.boolean() }))),
  getMedia: query('chats')
    .route({ ...at.get('/messages/media/{waMessageKey}', 'The file of a message'), inputStructure: 'detailed' })
    .input(z.object({ params: keyInPath, query: ofChat.extend({ maxAttempts: limitUpTo(10, 6) }) }))
    .output(
      one(
        z.object({
          url: z.string().optional(),
          mimetype: z.string().optional(),
          filename: z.string().optional(),
          dataBase64: z.string().optional(),
          originalQuality: z.boolean().optional(),
          mediaUnavailable: z.enum(['expired', 'fetching', 'awaiting_sender', 'error', 'no_media']).optional(),
        }),
      ),
    ),
};
