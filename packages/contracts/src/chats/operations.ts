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
import { CHAT_ACTS, MAX_PIN_SECONDS, MUTE_LENGTHS } from './act-kinds.ts';
import { isEmoji } from './acts.ts';
import { CHAT_KINDS, CHATS_WAITING } from './filters.ts';

/** Unanswered messages of a chat are counted up to this number. */
export const MAX_UNANSWERED = 100;
/** Maximum length of a message preview in the list of chats. */
export const MAX_PREVIEW = 200;

/** Errors of actions that were rejected before the engine received them. */
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

/** `pending` until the engine reports a result; `unknown`: WhatsApp may or may not have accepted it. */
export const ACT_STATES = ['pending', 'failed', 'unknown', 'done'] as const;

/**
 * An action requested on a message or chat and its result. Until it is `done`, the message itself is shown unchanged.
 */
export const chatAct = z.object({
  _id: entityId,
  kind: z.enum(CHAT_ACTS),
  state: z.enum(ACT_STATES),
  /** The emoji or the new text; null for other actions. */
  text: z.string().nullable(),
  /** For the other actions, whether the property is set or removed. */
  isOn: z.boolean(),
  /** Why it `failed` or is `unknown`, as reported by the engine. */
  reason: textSchema.nullable(),
  at: instant,
});
export type ChatAct = z.infer<typeof chatAct>;

const onMessage = { waMessageId: z.string().min(1).max(256) };
/** An action that a client can request. */
export const chatActRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('react'),
    ...onMessage,
    emoji: z
      .string()
      .max(32)
      .refine((text) => text === '' || isEmoji(text), schemaFault('choice'))
      .describe('Empty removes the reaction.'),
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
      .max(MAX_PIN_SECONDS)
      .default(7 * 24 * 60 * 60),
  }),
  z.strictObject({ kind: z.literal('mute'), length: z.enum(MUTE_LENGTHS).nullable().describe('Null unmutes.') }),
]);
export type ChatActRequest = z.infer<typeof chatActRequest>;

/** A message in a chat, from either side. */
const said = z.object({
  /** Written by the engine's own account, through the product or on its phone. */
  fromMe: z.boolean(),
  /** Where the account wrote it; null if somebody else did. */
  via: z.enum(['product', 'phone']).nullable(),
  kind: z.enum(RECEIVED_KINDS),
  /** The current text, caption, question or emoji (empty: removed); empty if the message was deleted. */
  text: z.string(),
  at: instant,
  isEdited: z.boolean(),
  /** For everyone. */
  isDeleted: z.boolean(),
});

const chatName = {
  /**
   * Name of the workspace's contact with this number, else the group's subject, else the person's own WhatsApp name;
   * null if none is known.
   */
  name: z.string().nullable(),
  nameFrom: z.enum(['contact', 'subject', 'push-name']).nullable(),
};

/** A chat of an engine with the messages known to the server. */
export const chat = z.object({
  /** E.164 or a group id. */
  chat: z.string(),
  ...chatName,
  /** `from`: the author's number (E.164); null if the account wrote it. */
  latest: said.extend({ from: z.string().nullable() }),
  lastReceivedAt: instant.nullable(),
  lastSentAt: instant.nullable(),
  /** Messages received since the engine's account last wrote, up to `MAX_UNANSWERED`. */
  unanswered: z.number().int(),
  /** Messages unread on the phone; null if the engine does not report it. */
  unread: z.number().int().nullable(),
  /** Number of group members; null if unknown or not a group. */
  size: z.number().int().nullable(),
  /** Picture of the person or group, if it was fetched. */
  pictureFileId: entityId.nullable(),
  /** State on the phone; null if unknown. */
  isArchived: z.boolean().nullable(),
  isPinned: z.boolean().nullable(),
  /** Null if not muted or unknown. May lie in the past. */
  mutedUntil: instant.nullable(),
  /** Actions on the chat that are not done, the latest of each kind. */
  acts: z.array(chatAct),
});
export type Chat = z.infer<typeof chat>;

/**
 * `fetchable`: WhatsApp should still have it; `gone`: no longer; `unknown`: the engine has not said how to fetch it.
 */
export const MEDIA_STATES = ['fetched', 'fetchable', 'gone', 'unknown'] as const;

export const chatMedia = z.object({
  mimeType: z.string(),
  fileName: z.string().nullable(),
  /** How WhatsApp shows it; null if unknown. */
  media: z.enum(MEDIA_TYPES).nullable(),
  /** Null if unknown. */
  bytes: z.number().int().nullable(),
  state: z.enum(MEDIA_STATES),
  /** Set when `fetched`: the file at `/api/files/ID`. */
  fileId: entityId.nullable(),
});
export type ChatMedia = z.infer<typeof chatMedia>;

export const chatMessage = said.extend({
  _id: entityId,
  waMessageId: z.string(),
  /** The author's number (E.164); null if we wrote it. */
  from: z.string().nullable(),
  /** The contact's name, else the author's own WhatsApp name; null if neither is known or we wrote it. */
  fromName: z.string().nullable(),
  media: chatMedia.nullable(),
  /** WhatsApp's id of the message it answers, reacts to or votes in. */
  quotedId: z.string().nullable(),
  /** Text of that message as quoted in the answer; null if not included. */
  quotedText: z.string().nullable(),
  isForwarded: z.boolean(),
  isStarred: z.boolean(),
  /** Earlier versions of the text, oldest first; empty if it was never edited or was deleted. */
  earlier: z.array(z.object({ text: z.string(), at: instant })),
  /** Options of a poll. */
  options: z.array(z.string()).nullable(),
  /** Current choices of a vote; null if they could not be read. */
  choices: z.array(z.string()).nullable(),
  /** Delivery level of a message we sent; null for others. */
  ack: ackLevel.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** A message in its thread, with its reactions and votes. */
export const threadMessage = chatMessage.extend({
  /** By emoji, most used first. */
  reactions: z.array(
    z.object({
      emoji: z.string(),
      count: z.number().int(),
      /** Includes the engine's account. */
      isMine: z.boolean(),
    }),
  ),
  /** Number of votes per option with any votes; null if it is not a poll. */
  votes: z.array(z.object({ option: z.string(), count: z.number().int() })).nullable(),
  /** Actions on the message that are not done, the latest of each kind. */
  acts: z.array(chatAct),
});
export type ThreadMessage = z.infer<typeof threadMessage>;

/** A section of a chat in chronological order. */
export const thread = z.object({
  data: z.array(threadMessage),
  older: z.string().nullable().describe('Value of `before` for the previous section; null if this is the first.'),
  newer: z.string().nullable().describe('Value of `after` for the next section; null if this is the latest.'),
  /** Unsent messages to this chat by due date; null if this section is not the latest. */
  outgoing: z.array(message).nullable(),
  /** Days that received messages are retained; null: for ever. */
  keptDays: z.number().int().nullable(),
  /** What the engine supports in this chat. */
  abilities: z.object({ acts: z.array(z.enum(CHAT_ACTS)), olderMessages: z.boolean(), typing: z.boolean() }),
});
export type Thread = z.infer<typeof thread>;

/** A group that an engine's account is or was a member of, as reported by the engine. */
export const group = z.object({
  /** `…@g.us` */
  chat: z.string(),
  subject: z.string().nullable(),
  /** Number of members. */
  size: z.number().int().nullable(),
  /** The engine's account is a member and may write; true if unknown. */
  canWrite: z.boolean(),
});
export type Group = z.infer<typeof group>;

export const groupInfo = z.object({
  subject: z.string().nullable(),
  description: z.string().nullable(),
  /** Only admins may write; omitted if the engine does not report it. */
  isAnnouncement: z.boolean().optional(),
  /** Only admins may change its name, picture and description. */
  isLocked: z.boolean().optional(),
  /** Total number of members; very large groups list only the first. */
  size: z.number().int(),
  members: z.array(
    z.object({
      /** E.164, or WhatsApp's hidden address if the number is not disclosed. */
      number: z.string(),
      name: z.string().nullable(),
      isAdmin: z.boolean(),
    }),
  ),
});
export type GroupInfo = z.infer<typeof groupInfo>;

/** {@link ChatFilter} as query parameters. */
export const chatFilter = z.object({
  search: z.string().max(200).optional().describe('Part of the name, the number or the latest message.'),
  kind: z.enum(CHAT_KINDS).optional(),
  waiting: z
    .enum(CHATS_WAITING)
    .optional()
    .describe('Who owes the reply. `us`: the contact wrote last; `them`: we did.'),
  cameIn: z.stringbool().optional().describe('Only chats with received messages.'),
  unread: z.stringbool().optional().describe('Only chats with messages unread on the phone.'),
  since: instant
    .optional()
    .describe(
      'Latest message at or after this time; counts our messages if `waiting` is `them`, received ones if `cameIn`.',
    ),
  until: instant.optional().describe('Latest message before this time.'),
});

/** `chat`: E.164 or a group id. */
const ofChat = z.object({ id: entityId, chat: z.string().min(1).max(128) });

/** A position in a thread. */
const threadCursor = z.string().regex(/^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, schemaFault('choice'));

const at = routesUnder('engines');

export const chatsContract = {
  list: query('chats')
    .route(at.get('/engines/{id}/chats', 'Chats of an engine, latest first'))
    .input(
      listQuery.omit({ sort: true }).extend({
        id: entityId,
        ...chatFilter.shape,
        after: z.string().max(160).optional().describe('`next` of an earlier response, to get the following chats.'),
      }),
    )
    .output(page(chat).extend({ next: z.string().nullable().describe('Null on the last page.') })),
  messages: query('chats')
    .route(at.get('/engines/{id}/chats/messages', 'Sent and received messages of a chat, latest first'))
    .input(
      ofChat.extend({
        limit: z.coerce.number().int().min(1).max(200).default(50),
        before: z.string().max(64).optional().describe('`next` of an earlier response, to get older messages.'),
      }),
    )
    .output(
      z.object({
        data: z.array(chatMessage),
        next: z.string().nullable().describe('Null if these are the oldest messages.'),
      }),
    ),
  thread: query('chats')
    .route(at.get('/engines/{id}/chats/thread', 'A section of a chat in chronological order, with unsent messages'))
    .input(
      ofChat.extend({
        limit: z.coerce.number().int().min(1).max(200).default(60),
        before: threadCursor
          .optional()
          .describe('`older` of an earlier response. Pass at most one of `before`, `after`, `at` and `about`.'),
        after: threadCursor.optional().describe('`newer` of an earlier response.'),
        at: instant.optional().describe('Returns the section around this time.'),
        about: z
          .string()
          .min(1)
          .max(256)
          .optional()
          .describe('Returns the section around the message with this WhatsApp id.'),
      }),
    )
    .output(thread),
  groups: query('chats')
    .route(at.get('/engines/{id}/groups', 'Groups of an engine, by subject'))
    .input(
      listQuery
        .omit({ sort: true })
        .extend({ id: entityId, search: z.string().max(200).optional().describe('Part of the subject or id.') }),
    )
    .output(page(group)),
  groupInfo: query('chats')
    .errors(commandErrors)
    .route(
      at.get('/engines/{id}/groups/info', 'Current members and settings of a group, requested from the running engine'),
    )
    .input(ofChat)
    .output(groupInfo),
  fetchFile: mutation('chats')
    .errors(commandErrors)
    .route(at.post('/engines/{id}/chats/fetch-file', 'Fetch the file of a received message through the running engine'))
    .input(z.object({ id: entityId, messageId: entityId }))
    .output(chatMedia),
  picture: mutation('chats')
    .errors(commandErrors)
    .route(
      at.post(
        '/engines/{id}/chats/picture',
        'Fetch the picture of a person or group through the running engine; null if there is none or it is hidden',
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
            'The engine performs it as soon as it can. Until it reports the result, the message or chat is returned unchanged, with the pending action in `acts`.',
        },
      ),
    )
    .input(ofChat.extend({ act: chatActRequest }))
    .output(chatAct),
  dismissAct: mutation('chats')
    .route(at.post('/engines/{id}/chats/dismiss-act', 'Dismiss an action that failed or is unknown'))
    .input(z.object({ id: entityId, actId: entityId }))
    .output(z.object({ ok: z.literal(true) })),
  typing: mutation('chats')
    .errors(actErrors)
    .route(at.post('/engines/{id}/chats/typing', 'Show or hide that the account is typing'))
    .input(ofChat.extend({ isTyping: z.boolean() }))
    .output(z.object({ ok: z.literal(true) })),
  loadOlder: mutation('chats')
    .errors({ ...commandErrors, ...actErrors })
    .route(
      at.post('/engines/{id}/chats/load-older', 'Request older messages of a chat from the phone', {
        description: 'They appear in the chat once the phone has sent them.',
      }),
    )
    .input(ofChat)
    .output(
      z.object({
        count: z.number().int().nullable().describe('Number of messages received; null if they are still arriving.'),
      }),
    ),
};
