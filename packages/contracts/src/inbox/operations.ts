import { z } from 'zod';
import { RECEIVED_KINDS } from '../engine/protocol.ts';
import { entityId, instant, isStorable, lineOfText, listQuery, NOT_STORABLE, page, zoneName } from '../entity.ts';
import { message } from '../messages/message.ts';
import { createMessage, idempotencyKey } from '../messages/new-message.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { FAULTS } from '../text/faults.ts';
import { PRESENCES } from './events.ts';
import { CONVERSATION_STATUSES, INBOX_VIEWS } from './views.ts';

export const MAX_NOTE_LENGTH = 10_000;
const MAX_QUICK_REPLY_LENGTH = 4_000;
const MAX_MENTIONS = 20;
const MAX_LABELS = 20;

const person = z.object({ userId: z.string(), name: z.string() });

/** A chat of an engine with the team's work around it. */
export const conversation = z.object({
  _id: entityId,
  engineId: entityId,
  /** E.164, or a group's id. */
  chat: z.string(),
  /** The contact's, else the group's subject, else the name that the customer gave; null: nobody knows any. */
  name: z.string().nullable(),
  /** The last words: of the customer, or of a person here or on the phone. */
  latest: z.object({ fromMe: z.boolean(), kind: z.enum(RECEIVED_KINDS), text: z.string(), at: instant }),
  /** Since when the customer has waited for an answer; null: they don't. */
  waitingSince: instant.nullable(),
  status: z.enum(CONVERSATION_STATUSES),
  assignee: person.nullable(),
  labels: z.array(z.string()),
  snoozedUntil: instant.nullable(),
  /** A snoozed conversation opens when the customer writes. */
  wakesOnReply: z.boolean(),
  /** The customer's last message; null: they have written none. */
  lastReceivedId: entityId.nullable(),
  /** The customer has written since the caller last read it. */
  isUnread: z.boolean(),
  version: z.number().int(),
});
export type Conversation = z.infer<typeof conversation>;

export const EVENT_KINDS = [
  'opened',
  'reopened',
  'pending',
  'handed-over',
  'assigned',
  'unassigned',
  'snoozed',
  'woken',
  'resolved',
  'labelled',
] as const;

const answer = z.object({ name: z.string(), value: z.string() });

/** Something that happened to a conversation, or a colleague's note about it. */
export const timelineEntry = z.object({
  _id: entityId,
  kind: z.enum([...EVENT_KINDS, 'note']),
  /** Who did it; null: the product itself. */
  by: z.string().nullable(),
  at: instant,
  /** Of a note: its words; of a hand-over: what the bot says about it. Empty: nothing. */
  text: z.string(),
  /** Of a hand-over: what the bot has collected. */
  answers: z.array(answer),
  /** Whom it was assigned to; the bot that handed it over. */
  name: z.string().nullable(),
  /** Of a snooze. */
  until: instant.nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const quickReply = z.object({
  _id: entityId,
  title: z.string(),
  text: z.string(),
  /** Everybody in the workspace sees it; otherwise only the person who made it. */
  isShared: z.boolean(),
  isMine: z.boolean(),
});
export type QuickReply = z.infer<typeof quickReply>;

const statusCounts = z.object({
  open: z.number().int(),
  pending: z.number().int(),
  snoozed: z.number().int(),
  resolved: z.number().int(),
});
export const inboxCounts = z.object({ mine: statusCounts, unassigned: statusCounts, all: statusCounts });
export type InboxCounts = z.infer<typeof inboxCounts>;

/** The reply was not sent: somebody else answered what its author had not seen. */
export const inboxErrors = {
  ANSWERED_MEANWHILE: {
    status: 409,
    message: 'Somebody else has answered meanwhile. Nothing was sent.',
    /** `by` null: the answer was written on the phone. */
    data: z.object({ by: z.string().nullable(), at: instant, messageId: entityId }),
  },
} as const;

const words = (maxLength: number) =>
  z.string().trim().min(1, FAULTS.empty).max(maxLength).refine(isStorable, NOT_STORABLE);
const byId = z.object({ id: entityId });
const change = byId.extend({
  version: z.number().int().describe('That the caller has read; refused once it changed.'),
});
const quickReplyFields = { title: lineOfText(60), text: words(MAX_QUICK_REPLY_LENGTH), isShared: z.boolean() };

/** A place in the list. */
export const conversationCursor = z
  .string()
  .regex(/^-?\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, FAULTS.choice);

const at = routesUnder('inbox');

export const inboxContract = {
  list: query('inbox')
    .route(at.get('/conversations', 'Conversations of the team inbox, the latest first'))
    .input(
      z.object({
        view: z.enum(INBOX_VIEWS).default('all'),
        status: z.enum(CONVERSATION_STATUSES).optional(),
        search: z.string().max(200).optional().describe('Part of the name or number.'),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        after: conversationCursor.optional().describe('`next` of an earlier answer: the conversations behind it.'),
      }),
    )
    .output(z.object({ data: z.array(conversation), next: z.string().nullable() })),
  counts: query('inbox')
    .route(at.get('/conversations/counts', 'How many conversations there are, by view and status'))
    .output(inboxCounts),
  get: query('inbox')
    .route(at.get('/conversations/{id}', 'One conversation'))
    .input(byId)
    .output(
      conversation.extend({
        /** The bot's conversation in this chat; null: no bot has it. */
        bot: z.object({ sessionId: entityId, name: z.string(), isPaused: z.boolean() }).nullable(),
      }),
    ),
  timeline: query('inbox')
    .route(at.get('/conversations/{id}/timeline', 'Events and notes of a conversation, the latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(timelineEntry)),

  assign: mutation('inbox')
    .route(at.post('/conversations/{id}/assign', 'Assign a conversation to a member, or to nobody'))
    .input(change.extend({ userId: z.uuid().nullable() }))
    .output(conversation),
  snooze: mutation('inbox')
    .route(at.post('/conversations/{id}/snooze', 'Put a conversation aside until a moment'))
    .input(
      change.extend({
        until: z
          .string()
          .max(40)
          .describe(
            'With an offset or `Z` that instant; without, wall-clock time in `zone`. An hour that clocks skip moves forward.',
          ),
        zone: zoneName.optional().describe('Default: the workspace’s.'),
        wakesOnReply: z.boolean().default(true),
      }),
    )
    .output(conversation),
  wake: mutation('inbox')
    .route(at.post('/conversations/{id}/wake', 'Open a snoozed conversation now'))
    .input(change)
    .output(conversation),
  resolve: mutation('inbox')
    .route(at.post('/conversations/{id}/resolve', 'Resolve a conversation'))
    .input(change)
    .output(conversation),
  reopen: mutation('inbox')
    .route(at.post('/conversations/{id}/reopen', 'Reopen a resolved conversation'))
    .input(change)
    .output(conversation),
  label: mutation('inbox')
    .route(at.put('/conversations/{id}/labels', 'Set the labels of a conversation'))
    .input(change.extend({ labels: z.array(lineOfText(40)).max(MAX_LABELS) }))
    .output(conversation),

  addNote: mutation('inbox')
    .route(at.post('/conversations/{id}/notes', 'Add a note that only the team sees', { successStatus: 201 }))
    .input(
      byId.extend({
        text: words(MAX_NOTE_LENGTH),
        mentions: z.array(z.uuid()).max(MAX_MENTIONS).default([]).describe('Members to notify.'),
      }),
    )
    .output(timelineEntry),
  reply: mutation('inbox')
    .errors(inboxErrors)
    .route(at.post('/conversations/{id}/reply', 'Answer the customer now', { successStatus: 201 }))
    .input(
      byId.extend({
        ...createMessage.pick({ message: true, attachment: true, poll: true, quote: true }).shape,
        seenUpTo: entityId
          .nullable()
          .describe('The greatest id among the messages that its author had seen; null: none.'),
        sendAnyway: z.boolean().default(false).describe('Although a colleague has answered meanwhile.'),
        idempotencyKey: idempotencyKey,
      }),
    )
    .output(message),
  markSeen: mutation('inbox')
    .route(at.post('/conversations/{id}/seen', 'Mark a conversation as read by the caller'))
    .input(byId.extend({ seenUpTo: entityId }))
    .output(z.object({})),
  present: mutation('inbox')
    .route(at.post('/conversations/{id}/presence', 'Tell colleagues that the caller views it or types; lasts 30 s'))
    .input(byId.extend({ doing: z.enum(PRESENCES) }))
    .output(z.object({})),

  quickReplies: query('inbox')
    .route(at.get('/quick-replies', 'Shared quick replies and the caller’s own, by title'))
    .input(
      listQuery.omit({ sort: true }).extend({ search: z.string().max(200).optional().describe('Part of the title.') }),
    )
    .output(page(quickReply)),
  addQuickReply: mutation('inbox')
    .route(at.post('/quick-replies', 'Add a quick reply', { successStatus: 201 }))
    .input(z.object(quickReplyFields))
    .output(quickReply),
  changeQuickReply: mutation('inbox')
    .route(at.put('/quick-replies/{id}', 'Change a quick reply'))
    .input(byId.extend(quickReplyFields))
    .output(quickReply),
  removeQuickReply: mutation('inbox')
    .route(at.delete('/quick-replies/{id}', 'Remove a quick reply'))
    .input(byId)
    .output(z.object({})),
};
