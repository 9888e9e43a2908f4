import { z } from 'zod';
import { RECEIVED_KINDS } from '../engine/protocol.ts';
import { entityId, instant, isStorable, lineOfText, listQuery, NOT_STORABLE, page, zoneName } from '../entity.ts';
import { message } from '../messages/message.ts';
import { createMessage, idempotencyKey } from '../messages/new-message.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { textSchema } from '../text/schema.ts';
import { PRESENCES } from './events.ts';
import { businessHours } from './hours.ts';
import { macro, macroFields } from './macros.ts';
import { inboxReport, reportRange, reportRow, reportRowsQuery } from './reports.ts';
import { CONVERSATION_STATUSES, INBOX_ORDERS, INBOX_VIEWS, PRIORITIES, SIGHTS, UNASSIGNED_BECAUSE } from './views.ts';

export const MAX_NOTE_LENGTH = 10_000;
const MAX_QUICK_REPLY_LENGTH = 4_000;
const MAX_MENTIONS = 20;
const MAX_LABELS = 20;
const MAX_TEAM_MEMBERS = 200;
/** Conversations that are changed at once. */
const MAX_BULK = 100;

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
  /** By when the customer is to have an answer; null: none is promised, or they don't wait. */
  dueAt: instant.nullable(),
  status: z.enum(CONVERSATION_STATUSES),
  assignee: person.nullable(),
  team: z.object({ teamId: entityId, name: z.string() }).nullable(),
  priority: z.enum(PRIORITIES),
  labels: z.array(z.string()),
  snoozedUntil: instant.nullable(),
  /** How the customer rated it last, from 1 to 5; null: they haven't. */
  rating: z.number().int().nullable(),
  /** A snoozed conversation opens when the customer writes. */
  wakesOnReply: z.boolean(),
  /** The customer's last message; null: they have written none. */
  lastReceivedId: entityId.nullable(),
  /** The customer has written since the caller last read it. */
  isUnread: z.boolean(),
  /** The conversation that it is a row of the list with: its own, unless it was merged into another. */
  rowId: entityId,
  /** How many chats with the same person this row has. */
  mergedChats: z.number().int(),
  version: z.number().int(),
});
export type Conversation = z.infer<typeof conversation>;

/** A chat with the person of a conversation, through one of our numbers. */
const relatedChat = z.object({
  _id: entityId,
  engineId: entityId,
  /** What the number is called here. */
  engineName: z.string(),
  status: z.enum(CONVERSATION_STATUSES),
  at: instant,
  /** It is one row with the conversation that was asked about. */
  isMerged: z.boolean(),
  version: z.number().int(),
});
export type RelatedChat = z.infer<typeof relatedChat>;
export const MAX_RELATED = 50;

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
  'team-assigned',
  'team-unassigned',
  'prioritized',
  'rating-asked',
  'rated',
  'merged',
  'separated',
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
  text: textSchema,
  /** Of a hand-over: what the bot has collected. */
  answers: z.array(answer),
  /** Whom or which team it was assigned to; the bot that handed it over; of a rating 1 to 5. */
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
export const inboxCounts = z.object({
  mine: statusCounts,
  unassigned: statusCounts,
  all: statusCounts,
  /** Of each team that has any, those that are open. */
  teams: z.array(z.object({ teamId: entityId, open: z.number().int() })),
});
export type InboxCounts = z.infer<typeof inboxCounts>;

/** The reply was not sent: somebody else answered what its author had not seen. */
export const inboxErrors = {
  ANSWERED_MEANWHILE: {
    status: 409,
    message: 'Someone else has replied in the meantime. Nothing was sent.',
    /** `by` null: the answer was written on the phone. */
    data: z.object({ by: z.string().nullable(), at: instant, messageId: entityId }),
  },
} as const;

/** People who answer together. */
export const team = z.object({ _id: entityId, name: z.string(), members: z.array(person) });
export type Team = z.infer<typeof team>;

/** Somebody who works in the inbox. */
export const inboxPerson = person.extend({
  /** Owners and admins see every conversation, whatever is set here. */
  role: z.enum(['owner', 'admin', 'member']),
  sees: z.enum(SIGHTS),
  /** Open conversations from which on they are given no more; null: as the inbox says. */
  capacity: z.number().int().nullable(),
  /** They look at the inbox and are not away. */
  isHere: z.boolean(),
  /** Open conversations that are theirs. */
  load: z.number().int(),
});
export type InboxPerson = z.infer<typeof inboxPerson>;

const MAX_CAPACITY = 1_000;
/** As long as a poll's question may be. */
export const MAX_RATING_QUESTION = 255;
const settings = z.strictObject({
  /** Conversations that wait are given to whoever is here and has the fewest. */
  assignsItself: z.boolean(),
  /** Open conversations from which on a person is given no more. */
  capacity: z.int().min(1).max(MAX_CAPACITY),
  /** Minutes of business time within which customers are to have an answer; null: none are promised. */
  replyWithinMinutes: z.int().min(1).max(100_000).nullable(),
  /** Null: around the clock. */
  hours: businessHours.nullable(),
  /** Asked by a poll from 1 to 5 when a conversation is resolved; null: nothing is asked. */
  ratingQuestion: lineOfText(MAX_RATING_QUESTION).nullable().default(null),
});
export type InboxSettings = z.infer<typeof settings>;

/** Which conversations a list shows. */
const viewFilter = z.strictObject({
  view: z.enum(INBOX_VIEWS).default('all'),
  status: z.enum(CONVERSATION_STATUSES).optional(),
  teamId: entityId.optional(),
  priority: z.enum(PRIORITIES).optional(),
  label: z.string().max(40).optional().describe('That they have.'),
  search: z.string().max(200).optional().describe('Part of the name or number.'),
});
export type ViewFilter = z.infer<typeof viewFilter>;

export const savedView = z.object({
  _id: entityId,
  name: z.string(),
  filter: viewFilter,
  /** How many conversations it shows now. */
  count: z.number().int(),
});
export type SavedView = z.infer<typeof savedView>;

const words = (maxLength: number) =>
  z.string().trim().min(1, schemaFault('empty')).max(maxLength).refine(isStorable, NOT_STORABLE);
const byId = z.object({ id: entityId });
const change = byId.extend({
  version: z.number().int().describe('That the caller has read; refused once it changed.'),
});
const teamFields = { name: lineOfText(60), memberIds: z.array(z.uuid()).max(MAX_TEAM_MEMBERS) };
const snoozeFields = {
  until: z
    .string()
    .max(40)
    .describe(
      'With an offset or `Z` that instant; without, wall-clock time in `zone`. An hour that clocks skip moves forward.',
    ),
  zone: zoneName.optional().describe('Default: the workspace’s.'),
  wakesOnReply: z.boolean().default(true),
};

/** What is done to several conversations at once. */
const bulkAct = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('assign'), userId: z.uuid().nullable() }),
  z.strictObject({ kind: z.literal('assignTeam'), teamId: entityId.nullable() }),
  z.strictObject({ kind: z.literal('prioritize'), priority: z.enum(PRIORITIES) }),
  z.strictObject({ kind: z.literal('snooze'), ...snoozeFields }),
  z.strictObject({ kind: z.literal('resolve') }),
  z.strictObject({ kind: z.literal('reopen') }),
]);
export type BulkAct = z.infer<typeof bulkAct>;

const quickReplyFields = { title: lineOfText(60), text: words(MAX_QUICK_REPLY_LENGTH), isShared: z.boolean() };

/** A place in the list. */
export const conversationCursor = z
  .string()
  .regex(/^-?\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, schemaFault('choice'));

const at = routesUnder('inbox');

export const inboxContract = {
  list: query('inbox')
    .route(at.get('/conversations', 'Conversations of the team inbox, the latest first'))
    .input(
      z.object({
        ...viewFilter.shape,
        order: z.enum(INBOX_ORDERS).default('latest').describe('`due`: only those that are due, the next one first.'),
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

  related: query('inbox')
    .route(at.get('/conversations/{id}/related', 'Chats with the person of a conversation, itself first'))
    .input(byId)
    .output(z.object({ data: z.array(relatedChat).max(MAX_RELATED) })),

  merge: mutation('inbox')
    .route(
      at.post('/conversations/{id}/merge', 'Make two chats of one person one row of the inbox', {
        description:
          'The row has the last words of either, and the assignee, team, priority and labels of `id`; it is open if either is.',
      }),
    )
    .input(change.extend({ otherId: entityId }))
    .output(conversation),
  separate: mutation('inbox')
    .route(at.post('/conversations/{id}/separate', 'Make a merged chat a row of its own again'))
    .input(change)
    .output(conversation),
  assign: mutation('inbox')
    .route(at.post('/conversations/{id}/assign', 'Assign a conversation to a member, or to nobody'))
    .input(change.extend({ userId: z.uuid().nullable() }))
    .output(conversation),
  snooze: mutation('inbox')
    .route(at.post('/conversations/{id}/snooze', 'Put a conversation aside until a moment'))
    .input(change.extend(snoozeFields))
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

  assignTeam: mutation('inbox')
    .route(at.post('/conversations/{id}/team', 'Assign a conversation to a team, or to none'))
    .input(change.extend({ teamId: entityId.nullable() }))
    .output(conversation),
  prioritize: mutation('inbox')
    .route(at.put('/conversations/{id}/priority', 'Set the priority of a conversation'))
    .input(change.extend({ priority: z.enum(PRIORITIES) }))
    .output(conversation),
  bulk: mutation('inbox')
    .route(
      at.post('/conversations/bulk', 'Change several conversations at once', {
        description: 'As they are now; those whose status does not allow it, or that are gone, stay as they are.',
      }),
    )
    .input(z.object({ ids: z.array(entityId).min(1).max(MAX_BULK), act: bulkAct }))
    .output(z.object({ changed: z.array(entityId), unchanged: z.array(entityId) })),

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

  savedViews: query('inbox')
    .route(at.get('/inbox/views', 'The caller’s saved views, by name'))
    .input(listQuery.omit({ sort: true }))
    .output(page(savedView)),
  addView: mutation('inbox')
    .route(at.post('/inbox/views', 'Save a view of the inbox', { successStatus: 201 }))
    .input(z.object({ name: lineOfText(60), filter: viewFilter }))
    .output(savedView),
  removeView: mutation('inbox')
    .route(at.delete('/inbox/views/{id}', 'Remove a saved view'))
    .input(byId)
    .output(z.object({})),

  teams: query('inbox')
    .route(at.get('/inbox/teams', 'Teams of the inbox, by name'))
    .input(listQuery.omit({ sort: true }))
    .output(page(team)),
  addTeam: mutation('inbox', 'workspace-admin')
    .route(at.post('/inbox/teams', 'Add a team', { successStatus: 201 }))
    .input(z.object(teamFields))
    .output(team),
  changeTeam: mutation('inbox', 'workspace-admin')
    .route(at.put('/inbox/teams/{id}', 'Rename a team and set who is in it'))
    .input(byId.extend(teamFields))
    .output(team),
  removeTeam: mutation('inbox', 'workspace-admin')
    .route(at.delete('/inbox/teams/{id}', 'Remove a team; its conversations stay'))
    .input(byId)
    .output(z.object({})),
  people: query('inbox', 'workspace-admin')
    .route(at.get('/inbox/people', 'Who works in the inbox, and what each sees'))
    .input(listQuery.omit({ sort: true }))
    .output(page(inboxPerson)),
  changePerson: mutation('inbox', 'workspace-admin')
    .route(at.put('/inbox/people/{userId}', 'Set which conversations a member sees, and how many they are given'))
    .input(z.object({ userId: z.uuid(), sees: z.enum(SIGHTS), capacity: z.int().min(0).max(MAX_CAPACITY).nullable() }))
    .output(inboxPerson),

  settings: query('inbox')
    .route(at.get('/inbox/settings', 'How conversations are assigned, and by when they are answered'))
    .output(settings),
  changeSettings: mutation('inbox', 'workspace-admin')
    .route(at.put('/inbox/settings', 'Set how conversations are assigned, and by when they are answered'))
    .input(settings)
    .output(settings),
  beHere: mutation('inbox')
    .route(at.post('/inbox/presence', 'Tell that the caller looks at the inbox, or is away; lasts two minutes'))
    .input(z.object({ isAway: z.boolean() }))
    .output(z.object({})),
  whyUnassigned: query('inbox')
    .route(at.get('/conversations/{id}/why-unassigned', 'Why a conversation was given to nobody yet'))
    .input(byId)
    .output(z.object({ because: z.enum(UNASSIGNED_BECAUSE) })),

  macros: query('inbox')
    .route(at.get('/inbox/macros', 'Shared macros and the caller’s own, by name'))
    .input(listQuery.omit({ sort: true }))
    .output(page(macro)),
  addMacro: mutation('inbox')
    .route(at.post('/inbox/macros', 'Add a macro', { successStatus: 201 }))
    .input(z.object(macroFields))
    .output(macro),
  changeMacro: mutation('inbox')
    .route(at.put('/inbox/macros/{id}', 'Change a macro'))
    .input(byId.extend(macroFields))
    .output(macro),
  removeMacro: mutation('inbox')
    .route(at.delete('/inbox/macros/{id}', 'Remove a macro'))
    .input(byId)
    .output(z.object({})),
  runMacro: mutation('inbox')
    .route(
      at.post('/conversations/{id}/macro', 'Run a macro on a conversation', {
        description: 'All of its actions or, where one is refused, none. What is done already changes nothing.',
      }),
    )
    .input(change.extend({ macroId: entityId }))
    .output(
      z.object({
        conversation,
        /** Of a quick reply that it inserts: what to write to the customer; null: it inserts none. */
        text: z.string().nullable(),
      }),
    ),

  report: query('inbox')
    .route(
      at.get('/inbox/report', 'Volumes, response and resolution times of the inbox', {
        description: 'Of the conversations that the caller sees.',
      }),
    )
    .input(reportRange)
    .output(inboxReport),
  reportRows: query('inbox')
    .route(at.get('/inbox/report/rows', 'What a figure of the report counts, the latest first'))
    .input(reportRowsQuery)
    .output(page(reportRow)),

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
