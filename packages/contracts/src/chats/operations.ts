import { z } from 'zod';
import { RECEIVED_KINDS } from '../engine/protocol.ts';
import { commandErrors } from '../engines/linking.ts';
import { entityId, instant, isStorable, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { MEDIA_TYPES } from '../messages/body.ts';
import { MAX_MESSAGE_LENGTH } from '../messages/limits.ts';
import { ackLevel, message } from '../messages/message.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { textSchema } from '../text/schema.ts';
import { CHAT_ACTS, LONGEST_PIN_SECONDS, MUTE_LENGTHS } from './act-kinds.ts';
import { isEmoji } from './acts.ts';
import { CHAT_KINDS, CHATS_WAITING } from './filters.ts';

/** Unanswered messages of a chat are counted up to here. */
export const MAX_UNANSWERED = 100;
/** Texts in the list of chats are cut after so many characters. */
export const MAX_PREVIEW = 200;

/** Acts on messages and chats that came to nothing before the engine was told of them. */
export const actErrors = {
  DRIVER_CANNOT: {
    status: 409,
    message: 'This kind of connection can’t do that.',
    data: z.object({ act: z.string() }),
  },
  MESSAGE_NOT_OURS: { status: 409, message: 'Only your own messages can be changed.' },
  MESSAGE_NOT_TEXT: { status: 409, message: 'Only text messages can be edited.' },
  MESSAGE_TOO_OLD: { status: 409, message: 'WhatsApp no longer allows this for that message.' },
} as const;

/** Of an act: `pending` until the engine has reported it; `unknown`: nobody can tell whether WhatsApp took it. */
export const ACT_STATES = ['pending', 'failed', 'unknown', 'done'] as const;

/**
 * What was asked to be done to a message or chat, and what came of it. What shows is the message, until it is `done`.
 */
export const chatAct = z.object({
  _id: entityId,
  kind: z.enum(CHAT_ACTS),
  state: z.enum(ACT_STATES),
  /** The emoji or the new words; null: it has none. */
  text: z.string().nullable(),
  /** Of the others: whether it was to be so, or to be so no longer. */
  isOn: z.boolean(),
  /** Why it `failed` or is `unknown`, in the engine's words. */
  reason: textSchema.nullable(),
  at: instant,
});
export type ChatAct = z.infer<typeof chatAct>;

const onMessage = { waMessageId: z.string().min(1).max(256) };
/** What can be asked for. */
export const askedAct = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('react'),
    ...onMessage,
    emoji: z
      .string()
      .max(32)
      .refine((text) => text === '' || isEmoji(text), schemaFault('choice'))
      .describe('Empty: the reaction is removed.'),
  }),
  z.strictObject({
    kind: z.literal('edit'),
    ...onMessage,
    text: z.string().trim().min(1, schemaFault('empty')).max(MAX_MESSAGE_LENGTH).refine(isStorable, NOT_STORABLE),
  }),
  z.strictObject({ kind: z.literal('delete'), ...onMessage }),
  z.strictObject({ kind: z.literal('star'), ...onMessage, isStarred: z.boolean() }),
  z.strictObject({ kind: z.literal('read'), isRead: z.boolean() }),
  z.strictObject({ kind: z.literal('archive'), isArchived: z.boolean() }),
  z.strictObject({ kind: z.literal('pin'), isPinned: z.boolean() }),
  z.strictObject({
    kind: z.literal('pin-message'),
    ...onMessage,
    isPinned: z.boolean(),
    seconds: z
      .number()
      .int()
      .min(1)
      .max(LONGEST_PIN_SECONDS)
      .default(7 * 24 * 60 * 60),
  }),
  z.strictObject({ kind: z.literal('mute'), length: z.enum(MUTE_LENGTHS).nullable().describe('Null: unmute.') }),
]);
export type AskedAct = z.infer<typeof askedAct>;

/** What the server knows of a message in a chat, whoever wrote it. */
const said = z.object({
  /** The engine's own account wrote it: through us, or on its phone. */
  fromMe: z.boolean(),
  /** Where the account wrote it; null: somebody else did. */
  via: z.enum(['product', 'phone']).nullable(),
  kind: z.enum(RECEIVED_KINDS),
  /**
   * The words, the caption, the question or the emoji (empty: taken back), as they are now; empty where it is deleted.
   */
  text: z.string(),
  at: instant,
  isEdited: z.boolean(),
  /** For everybody. */
  isDeleted: z.boolean(),
});

const chatName = {
  /**
   * The contact of the workspace with this number, else a group's subject, else the name that the person gave himself;
   * null: nobody knows any.
   */
  name: z.string().nullable(),
  nameFrom: z.enum(['contact', 'subject', 'push-name']).nullable(),
};

/** A chat of an engine, as far as the server has seen it: what it sent, and what came in. */
export const chat = z.object({
  /** E.164, or a group's id. */
  chat: z.string(),
  ...chatName,
  /** `from`: E.164 of whoever wrote it; null: the account did. */
  latest: said.extend({ from: z.string().nullable() }),
  lastReceivedAt: instant.nullable(),
  lastSentAt: instant.nullable(),
  /** Messages that came in since the engine's account last wrote; ends at `MAX_UNANSWERED`. */
  unanswered: z.number().int(),
  /** Messages that the owner has not read on the phone; null: the engine does not say. */
  unread: z.number().int().nullable(),
  /** A group's number of members; null: nobody said, or it is a person. */
  size: z.number().int().nullable(),
  /** The picture of the person or group, once it was fetched. */
  pictureFileId: entityId.nullable(),
  /** As the phone has it; null: unknown. */
  isArchived: z.boolean().nullable(),
  isPinned: z.boolean().nullable(),
  /** Null: not muted, or unknown. One that has passed ends nothing any more. */
  mutedUntil: instant.nullable(),
  /** What was asked of the chat and is not done, the latest of each kind. */
  acts: z.array(chatAct),
});
export type Chat = z.infer<typeof chat>;

/**
 * `fetchable`: WhatsApp has it, as far as is known; `gone`: no more; `unknown`: the engine has not said how to have it.
 */
export const MEDIA_STATES = ['fetched', 'fetchable', 'gone', 'unknown'] as const;

export const chatMedia = z.object({
  mimeType: z.string(),
  fileName: z.string().nullable(),
  /** How WhatsApp shows it; null: nobody said. */
  media: z.enum(MEDIA_TYPES).nullable(),
  /** Null: unknown. */
  bytes: z.number().int().nullable(),
  state: z.enum(MEDIA_STATES),
  /** Where it is `fetched`: to be read at `/api/files/ID`. */
  fileId: entityId.nullable(),
});
export type ChatMedia = z.infer<typeof chatMedia>;

export const chatMessage = said.extend({
  _id: entityId,
  waMessageId: z.string(),
  /** E.164 of whoever wrote it; null: we did. */
  from: z.string().nullable(),
  /** The contact's name, else the one that the writer gave himself; null: neither is known, or we did. */
  fromName: z.string().nullable(),
  media: chatMedia.nullable(),
  /** WhatsApp's id of the message that it answers, reacts to or votes in. */
  quotedId: z.string().nullable(),
  /** What that said, as the answer carries it; null: it does not. */
  quotedText: z.string().nullable(),
  isForwarded: z.boolean(),
  isStarred: z.boolean(),
  /** What it said before, the first words first; empty where it was not edited, or is deleted. */
  earlier: z.array(z.object({ text: z.string(), at: instant })),
  /** Of a poll: its options. */
  options: z.array(z.string()).nullable(),
  /** Of a vote: what is chosen now; null: it could not be read. */
  choices: z.array(z.string()).nullable(),
  /** How far a message of ours came; null: it is not one that we sent. */
  ack: ackLevel.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** A message in its thread, with what others have put on it. */
export const threadMessage = chatMessage.extend({
  /** By their emoji, those of most people first. */
  reactions: z.array(
    z.object({
      emoji: z.string(),
      count: z.number().int(),
      /** The engine's account is among them. */
      isMine: z.boolean(),
    }),
  ),
  /** Of a poll: how many have chosen each option that anybody has; null: it is none. */
  votes: z.array(z.object({ option: z.string(), count: z.number().int() })).nullable(),
  /** What was asked to be done to it and is not done, the latest of each kind. */
  acts: z.array(chatAct),
});
export type ThreadMessage = z.infer<typeof threadMessage>;

/** A stretch of a chat in the order of time. */
export const thread = z.object({
  data: z.array(threadMessage),
  older: z.string().nullable().describe('`before` of the stretch before this one; null: these are the first.'),
  newer: z.string().nullable().describe('`after` of the stretch after this one; null: these are the latest.'),
  /** What is written here and not sent, in the order in which it is due; null: this stretch is not the end. */
  outgoing: z.array(message).nullable(),
  /** What came in is kept for so many days; null: for ever. */
  keptDays: z.number().int().nullable(),
  /** What the engine can do here. */
  abilities: z.object({ acts: z.array(z.enum(CHAT_ACTS)), olderMessages: z.boolean(), typing: z.boolean() }),
});
export type Thread = z.infer<typeof thread>;

/** A group that an engine's account is or was in, as far as it has said. */
export const group = z.object({
  /** `…@g.us` */
  chat: z.string(),
  subject: z.string().nullable(),
  /** Members. */
  size: z.number().int().nullable(),
  /** The engine's account is a member and may write; what nobody said counts as so. */
  canWrite: z.boolean(),
});
export type Group = z.infer<typeof group>;

export const groupInfo = z.object({
  subject: z.string().nullable(),
  description: z.string().nullable(),
  /** Only admins write; left out: the engine does not say. */
  isAnnouncement: z.boolean().optional(),
  /** Only admins change its name, picture and description. */
  isLocked: z.boolean().optional(),
  /** How many members there are; of very many only the first are named. */
  size: z.number().int(),
  members: z.array(
    z.object({
      /** E.164, or WhatsApp's hidden address where it tells no number. */
      number: z.string(),
      name: z.string().nullable(),
      isAdmin: z.boolean(),
    }),
  ),
});
export type GroupInfo = z.infer<typeof groupInfo>;

/** A `ChatFilter` as a query. */
export const chatFilter = z.object({
  search: z.string().max(200).optional().describe('Part of the name, the number or the latest message.'),
  kind: z.enum(CHAT_KINDS).optional(),
  waiting: z.enum(CHATS_WAITING).optional().describe('`us`: they wrote last; `them`: we did.'),
  cameIn: z.stringbool().optional().describe('Only those in which somebody has written to us.'),
  unread: z.stringbool().optional().describe('Only with messages that nobody has read on the phone.'),
  since: instant.optional().describe('Latest message at or after: ours if it waits for them, theirs if `cameIn`.'),
  until: instant.optional().describe('Latest message before.'),
});

/** E.164, or a group's id. */
const ofChat = z.object({ id: entityId, chat: z.string().min(1).max(128) });

/** A place in a thread. */
const threadCursor = z.string().regex(/^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, schemaFault('choice'));

const at = routesUnder('engines');

export const chatsContract = {
  list: query('chats')
    .route(at.get('/engines/{id}/chats', 'Chats of an engine of the workspace, the latest first'))
    .input(
      listQuery.omit({ sort: true }).extend({
        id: entityId,
        ...chatFilter.shape,
        after: z.string().max(160).optional().describe('`next` of an earlier answer: the chats after those.'),
      }),
    )
    .output(page(chat).extend({ next: z.string().nullable().describe('Null: these are the last.') })),
  messages: query('chats')
    .route(at.get('/engines/{id}/chats/messages', 'Messages of one chat in both directions, the latest first'))
    .input(
      ofChat.extend({
        limit: z.coerce.number().int().min(1).max(200).default(50),
        before: z.string().max(64).optional().describe('`next` of an earlier answer: older messages.'),
      }),
    )
    .output(
      z.object({ data: z.array(chatMessage), next: z.string().nullable().describe('Null: these are the first.') }),
    ),
  thread: query('chats')
    .route(
      at.get('/engines/{id}/chats/thread', 'A stretch of one chat in the order of time, with what is not sent yet'),
    )
    .input(
      ofChat.extend({
        limit: z.coerce.number().int().min(1).max(200).default(60),
        before: threadCursor.optional().describe('`older` of an earlier answer. At most one of these four.'),
        after: threadCursor.optional().describe('`newer` of an earlier answer.'),
        at: instant.optional().describe('Around this moment.'),
        about: z.string().min(1).max(256).optional().describe('Around the message of this WhatsApp id.'),
      }),
    )
    .output(thread),
  groups: query('chats')
    .route(at.get('/engines/{id}/groups', 'Groups of an engine of the workspace, by their subjects'))
    .input(
      listQuery
        .omit({ sort: true })
        .extend({ id: entityId, search: z.string().max(200).optional().describe('Part of the subject or of the id.') }),
    )
    .output(page(group)),
  groupInfo: query('chats')
    .errors(commandErrors)
    .route(at.get('/engines/{id}/groups/info', 'Who is in a group now, as the running engine answers'))
    .input(ofChat)
    .output(groupInfo),
  fetchFile: mutation('chats')
    .errors(commandErrors)
    .route(
      at.post('/engines/{id}/chats/fetch-file', 'Have the running engine bring the file of a message that came in'),
    )
    .input(z.object({ id: entityId, messageId: entityId }))
    .output(chatMedia),
  picture: mutation('chats')
    .errors(commandErrors)
    .route(
      at.post(
        '/engines/{id}/chats/picture',
        'Have the running engine bring the picture of a person or group; null: there is none, or it is not shown',
      ),
    )
    .input(ofChat)
    .output(z.object({ fileId: entityId.nullable() })),
  act: mutation('chats')
    .errors(actErrors)
    .route(
      at.post(
        '/engines/{id}/chats/act',
        'React to, edit, delete or star a message; mark as read, archive, pin or mute',
        {
          description:
            'The engine does it as soon as it can. Until it has reported that, the message or chat shows as it was, with the act beside it.',
        },
      ),
    )
    .input(ofChat.extend({ act: askedAct }))
    .output(chatAct),
  dismissAct: mutation('chats')
    .route(at.post('/engines/{id}/chats/dismiss-act', 'Stop showing an act that failed or is unknown'))
    .input(z.object({ id: entityId, actId: entityId }))
    .output(z.object({ ok: z.literal(true) })),
  typing: mutation('chats')
    .errors(actErrors)
    .route(at.post('/engines/{id}/chats/typing', 'Show that the account is typing, or no longer'))
    .input(ofChat.extend({ isTyping: z.boolean() }))
    .output(z.object({ ok: z.literal(true) })),
  loadOlder: mutation('chats')
    .errors({ ...commandErrors, ...actErrors })
    .route(
      at.post('/engines/{id}/chats/load-older', 'Have the phone send messages that are older than those here', {
        description: 'They appear in the chat when the phone has sent them.',
      }),
    )
    .input(ofChat)
    .output(z.object({ count: z.number().int().nullable().describe('How many came; null: they are still coming.') })),
};
