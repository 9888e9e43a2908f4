import { z } from 'zod';
import { MAX_PIN_SECONDS } from '../chats/act-kinds.ts';
import { isEmoji } from '../chats/acts.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import {
  anyId,
  boundedText,
  chatAddress,
  commaSeparated,
  dateTime,
  flag,
  idempotent,
  limitUpTo,
  many,
  one,
  order,
  paging,
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

/** The parts of WhatsApp's message key. */
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

/** A message submitted for sending, now or later. */
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

/** A message of a chat, in either direction. */
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
  text: boundedText(4_096).optional(),
  mediaUrl: boundedText(2_048).optional(),
  mediaBase64: z.string().max(15_728_640).optional(),
  mediaKind: z.enum(MEDIA_KINDS).optional(),
  mediaFilename: boundedText(255).min(1).optional(),
  replyTo: boundedText(512).optional(),
  secret: boundedText(256).min(1).optional(),
  pollQuestion: boundedText(255).min(1).optional(),
  pollOptions: z.array(boundedText(100).min(1)).max(12).optional(),
  pollAllowMultiple: z.boolean().optional(),
};
const type = z.enum(['text', 'media', 'poll']);
const messageInput = z.object({ type, ...content });
export type MessageInput = z.infer<typeof messageInput> & { sendAt?: string | undefined };
/** Fields to update; omitted ones are unchanged. */
export type MessageUpdate = { [Field in keyof MessageInput]?: MessageInput[Field] | undefined };
const sendAt = dateTime.optional();

const isReaction = (text: string): boolean => text === '' || isEmoji(text);
const keyInPath = z.object({ waMessageKey: boundedText(512).min(1) });
const ofChat = z.object({ chatId: chatAddress.optional() });
const done = one(z.object({ ok: z.literal(true) }));

const atScheduled = routesUnder('scheduled-messages');
const at = routesUnder('messages');
/** 201 for a new object, 200 for one created by an earlier identical request. */
const created = <Body extends z.ZodType>(body: Body) =>
  z.union([z.object({ status: z.literal(201), body }), z.object({ status: z.literal(200), body })]);

export const scheduledMessages = {
  list: query('messages')
    .route({
      ...atScheduled.get('/scheduled-messages', 'Scheduled messages of the workspace'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        query: z.object({
          chatId: chatAddress.optional(),
          searchToken: boundedText(200).min(1).optional(),
          status: z.enum(PUBLIC_STATUSES).optional(),
          order,
          ...paging,
        }),
      }),
    )
    .output(many(outgoing)),
  get: query('messages')
    .route({ ...atScheduled.get('/scheduled-messages/{id}', 'A scheduled message'), inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ id: anyId }) }))
    .output(one(outgoing)),
  create: mutation('messages')
    .route({
      ...atScheduled.post('/scheduled-messages/{chatId}', 'Send a message, now or later'),
      inputStructure: 'detailed',
      outputStructure: 'detailed',
    })
    .input(
      z.object({ params: z.object({ chatId: chatAddress }), body: messageInput.extend({ sendAt }), ...idempotent }),
    )
    .output(created(one(outgoing))),
  update: mutation('messages')
    .route({ ...atScheduled.patch('/scheduled-messages/{id}', 'Update a pending message'), inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ id: anyId }), body: messageInput.extend({ sendAt }).partial() }))
    .output(one(outgoing)),
  delete: mutation('messages')
    .route({
      ...atScheduled.delete('/scheduled-messages/{id}', 'Cancel a pending message'),
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
          searchToken: boundedText(200).optional(),
          order,
          since: dateTime.optional(),
          until: dateTime.optional(),
          messageTypes: commaSeparated(z.enum(PUBLIC_MESSAGE_TYPES), 13),
          queryAny: commaSeparated(boundedText(200).min(1), 24),
          mime: boundedText(255).optional(),
          filenameContains: boundedText(255).optional(),
          hasMedia: flag,
          sender: boundedText(128).optional(),
          loadFromPhoneIfNeeded: flag.describe('Ignored: nothing is loaded from phones.'),
          includeMediaContent: flag.describe('Ignored; use `/messages/media/{waMessageKey}`.'),
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
        body: messageInput.extend({
          withTyping: z.boolean().optional().describe('The typing time is determined by the engine’s pacing.'),
          typingSeconds: z.number().min(0).max(25).optional(),
        }),
        ...idempotent,
      }),
    )
    .output(created(one(outgoing))),
  get: query('chats')
    .route({ ...at.get('/messages/{waMessageKey}', 'A message of a chat'), inputStructure: 'detailed' })
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
        body: z.object({ emoji: boundedText(32).refine(isReaction, schemaFault('choice')) }),
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
              .max(MAX_PIN_SECONDS)
              .optional()
              .describe('In seconds; defaults to seven days.'),
          })
          .optional(),
      }),
    )
    .output(done),
  unpin: mutation('chats')
    .route({ ...at.post('/messages/unpin/{waMessageKey}', 'Unpin a message'), inputStructure: 'detailed' })
    .input(z.object({ params: keyInPath, query: ofChat, body: z.object({}).optional() }))
    .output(done),
  listPinned: query('chats')
    .route({
      ...at.get('/messages/pinned/{chatId}', 'Messages of a chat pinned through this server'),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: z.object({ chatId: chatAddress }), query: z.object(paging) }))
    .output(many(z.object({ key: z.string(), chatId: z.string(), text: z.string().optional() }))),
  loadOlder: mutation('chats')
    .route({
      ...at.post('/messages/load_older/{chatId}', 'Request older messages from the phone'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: z.object({ chatId: chatAddress }),
        body: z
          .object({
            pages: z.number().int().min(1).max(10).optional().describe('Ignored: one page is fetched.'),
            until_date: z
              .union([boundedText(64), z.number()])
              .optional()
              .describe('Ignored.'),
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
    .route({ ...at.get('/messages/ack/{waMessageKey}', 'Delivery level of a message'), inputStructure: 'detailed' })
    .input(z.object({ params: keyInPath, query: ofChat }))
    .output(one(z.object({ ack: z.number().int().optional() }))),
  batchAcks: query('chats')
    .route({ ...at.post('/messages/acks', 'Delivery levels of messages'), inputStructure: 'detailed' })
    .input(
      z.object({
        body: z.object({
          messageKeys: z.array(boundedText(512).min(1)).min(1).max(200),
          chatId: chatAddress.optional(),
        }),
      }),
    )
    .output(many(z.object({ key: z.string(), ack: z.number().int().optional(), found: z.boolean() }))),
  getMedia: query('chats')
    .route({ ...at.get('/messages/media/{waMessageKey}', 'File of a message'), inputStructure: 'detailed' })
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
