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
import {
  CONVERSATION_STATUSES,
  INBOX_ORDERS,
  INBOX_VIEWS,
  PRIORITIES,
  UNASSIGNED_REASONS,
  VISIBILITIES,
} from './views.ts';

export const MAX_NOTE_LENGTH = 10_000;
const MAX_QUICK_REPLY_LENGTH = 4_000;
const MAX_MENTIONS = 20;
const MAX_LABELS = 20;
const MAX_TEAM_MEMBERS = 200;
/** Maximum conversations per bulk change. */
const MAX_BULK = 100;

const person = z.object({ userId: z.string(), name: z.string() });

/** A chat of an engine with the team's work on it. */
export const conversation = z.object({
  _id: entityId,
  engineId: entityId,
  /** E.164 or a group id. */
  chat: z.string(),
  /** Name of the contact, else the group's subject, else the customer's WhatsApp name; null if unknown. */
  name: z.string().nullable(),
  /** Latest message of the customer, or of a person here or on the phone. */
  latest: z.object({ fromMe: z.boolean(), kind: z.enum(RECEIVED_KINDS), text: z.string(), at: instant }),
  /** Since when the customer has been waiting for a reply; null if not waiting. */
  waitingSince: instant.nullable(),
  /** Deadline for the reply; null if there is none or the customer is not waiting. */
  dueAt: instant.nullable(),
  status: z.enum(CONVERSATION_STATUSES),
  assignee: person.nullable(),
  team: z.object({ teamId: entityId, name: z.string() }).nullable(),
  priority: z.enum(PRIORITIES),
  labels: z.array(z.string()),
  snoozedUntil: instant.nullable(),
  /** The customer's latest rating, from 1 to 5; null if not rated. */
  rating: z.number().int().nullable(),
  /** Opens a snoozed conversation when the customer writes. */
  wakesOnReply: z.boolean(),
  /** The customer's latest message; null if there is none. */
  lastReceivedId: entityId.nullable(),
  /** The customer has written since the caller last read it. */
  isUnread: z.boolean(),
  /** Id of the list row that shows it: its own, unless it was merged into another conversation. */
  rowId: entityId,
  /** Number of chats with the same person in this row. */
  mergedChats: z.number().int(),
  version: z.number().int(),
});
export type Conversation = z.infer<typeof conversation>;

/** A chat with a conversation's person through one of our numbers. */
const relatedChat = z.object({
  _id: entityId,
  engineId: entityId,
  /** Name of the number's engine. */
  engineName: z.string(),
  status: z.enum(CONVERSATION_STATUSES),
  at: instant,
  /** Whether it shares a row with the requested conversation. */
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

/** An event of a conversation, or a colleague's note. */
export const timelineEntry = z.object({
  _id: entityId,
  kind: z.enum([...EVENT_KINDS, 'note']),
  /** Name of the person; null for the product itself. */
  by: z.string().nullable(),
  at: instant,
  /** Text of a note, or the bot's summary for a hand-over; empty otherwise. */
  text: textSchema,
  /** Answers collected by the bot, for a hand-over. */
  answers: z.array(answer),
  /** Name of the assigned person or team, or of the bot that handed over; for a rating, 1 to 5. */
  name: z.string().nullable(),
  /** End of a snooze. */
  until: instant.nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const quickReply = z.object({
  _id: entityId,
  title: z.string(),
  text: z.string(),
  /** Visible to everyone in the workspace, or only to its creator. */
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
  /** Number of open conversations per team, without empty teams. */
  teams: z.array(z.object({ teamId: entityId, open: z.number().int() })),
});
export type InboxCounts = z.infer<typeof inboxCounts>;

/** The reply was not sent because somebody else replied with a message its author had not seen. */
export const inboxErrors = {
  ANSWERED_MEANWHILE: {
    status: 409,
    message: 'Someone else has replied in the meantime. Nothing was sent.',
    /** `by` null: the reply was written on the phone. */
    data: z.object({ by: z.string().nullable(), at: instant, messageId: entityId }),
  },
} as const;

/** A team of people who answer conversations. */
export const team = z.object({ _id: entityId, name: z.string(), members: z.array(person) });
export type Team = z.infer<typeof team>;

/** A member who works in the inbox. */
export const inboxPerson = person.extend({
  /** Owners and admins see all conversations, regardless of `sees`. */
  role: z.enum(['owner', 'admin', 'member']),
  sees: z.enum(VISIBILITIES),
  /** Maximum open conversations for automatic assignment; null: the inbox's default. */
  capacity: z.number().int().nullable(),
  /** They have the inbox open and are not marked as away. */
  isHere: z.boolean(),
  /** Open conversations assigned to them. */
  load: z.number().int(),
});
export type InboxPerson = z.infer<typeof inboxPerson>;

const MAX_CAPACITY = 1_000;
/** Maximum length of a poll's question. */
export const MAX_RATING_QUESTION = 255;
const settings = z.strictObject({
  /** Assigns waiting conversations to the available member with the fewest. */
  assignsItself: z.boolean(),
  /** Maximum open conversations per person for automatic assignment. */
  capacity: z.int().min(1).max(MAX_CAPACITY),
  /** Promised reply time in minutes of business time; null: none. */
  replyWithinMinutes: z.int().min(1).max(100_000).nullable(),
  /** Null: around the clock. */
  hours: businessHours.nullable(),
  /** Question of the rating poll (1 to 5) sent when a conversation is resolved; null: no poll. */
  ratingQuestion: lineOfText(MAX_RATING_QUESTION).nullable().default(null),
});
export type InboxSettings = z.infer<typeof settings>;

/** Filter of the list of conversations. */
const viewFilter = z.strictObject({
  view: z.enum(INBOX_VIEWS).default('all'),
  status: z.enum(CONVERSATION_STATUSES).optional(),
  teamId: entityId.optional(),
  priority: z.enum(PRIORITIES).optional(),
  label: z.string().max(40).optional().describe('Only conversations with this label.'),
  search: z.string().max(200).optional().describe('Part of the name or number.'),
});
export type ViewFilter = z.infer<typeof viewFilter>;

export const savedView = z.object({
  _id: entityId,
  name: z.string(),
  filter: viewFilter,
  /** Current number of matching conversations. */
  count: z.number().int(),
});
export type SavedView = z.infer<typeof savedView>;

const multilineText = (maxLength: number) =>
  z.string().trim().min(1, schemaFault('empty')).max(maxLength).refine(isStorable, NOT_STORABLE);
const byId = z.object({ id: entityId });
const change = byId.extend({
  version: z.number().int().describe('Version last read by the caller; the change is refused if it is outdated.'),
});
const teamFields = { name: lineOfText(60), memberIds: z.array(z.uuid()).max(MAX_TEAM_MEMBERS) };
const snoozeFields = {
  until: z
    .string()
    .max(40)
    .describe(
      'An instant if it has an offset or `Z`, else wall-clock time in `zone`. Times skipped by a clock change move forward.',
    ),
  zone: zoneName.optional().describe('Defaults to the workspace’s time zone.'),
  wakesOnReply: z.boolean().default(true),
};

/** A change to several conversations at once. */
const bulkAct = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('assign'), userId: z.uuid().nullable() }),
  z.strictObject({ kind: z.literal('assignTeam'), teamId: entityId.nullable() }),
  z.strictObject({ kind: z.literal('prioritize'), priority: z.enum(PRIORITIES) }),
  z.strictObject({ kind: z.literal('snooze'), ...snoozeFields }),
  z.strictObject({ kind: z.literal('resolve') }),
  z.strictObject({ kind: z.literal('reopen') }),
]);
export type BulkAct = z.infer<typeof bulkAct>;

const quickReplyFields = { title: lineOfText(60), text: multilineText(MAX_QUICK_REPLY_LENGTH), isShared: z.boolean() };

/** A position in the list. */
export const conversationCursor = z
  .string()
  .regex(/^-?\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, schemaFault('choice'));

const at = routesUnder('inbox');

export const inboxContract = {
  list: query('inbox')
    .route(at.get('/conversations', 'Conversations of the team inbox, latest first'))
    .input(
      z.object({
        ...viewFilter.shape,
        order: z
          .enum(INBOX_ORDERS)
          .default('latest')
          .describe('`due` lists only conversations with a deadline, the earliest first.'),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        after: conversationCursor
          .optional()
          .describe('`next` of an earlier response, to get the following conversations.'),
      }),
    )
    .output(z.object({ data: z.array(conversation), next: z.string().nullable() })),
  counts: query('inbox')
    .route(at.get('/conversations/counts', 'Number of conversations by view and status'))
    .output(inboxCounts),
  get: query('inbox')
    .route(at.get('/conversations/{id}', 'A conversation'))
    .input(byId)
    .output(
      conversation.extend({
        /** The bot session of this chat; null if there is none. */
        bot: z.object({ sessionId: entityId, name: z.string(), isPaused: z.boolean() }).nullable(),
      }),
    ),
  timeline: query('inbox')
    .route(at.get('/conversations/{id}/timeline', 'Events and notes of a conversation, latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(timelineEntry)),

  related: query('inbox')
    .route(at.get('/conversations/{id}/related', 'Chats with a conversation’s person, the conversation itself first'))
    .input(byId)
    .output(z.object({ data: z.array(relatedChat).max(MAX_RELATED) })),

  merge: mutation('inbox')
    .route(
      at.post('/conversations/{id}/merge', 'Merge two chats with the same person into one inbox row', {
        description:
          'The row shows the latest message of both, with the assignee, team, priority and labels of `id`; it is open if either is.',
      }),
    )
    .input(change.extend({ otherId: entityId }))
    .output(conversation),
  separate: mutation('inbox')
    .route(at.post('/conversations/{id}/separate', 'Separate a merged chat into its own row'))
    .input(change)
    .output(conversation),
  assign: mutation('inbox')
    .route(at.post('/conversations/{id}/assign', 'Assign a conversation to a member, or unassign it'))
    .input(change.extend({ userId: z.uuid().nullable() }))
    .output(conversation),
  snooze: mutation('inbox')
    .route(at.post('/conversations/{id}/snooze', 'Snooze a conversation until a given time'))
    .input(change.extend(snoozeFields))
    .output(conversation),
  wake: mutation('inbox')
    .route(at.post('/conversations/{id}/wake', 'Reopen a snoozed conversation now'))
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
    .route(at.post('/conversations/{id}/team', 'Assign a conversation to a team, or unassign its team'))
    .input(change.extend({ teamId: entityId.nullable() }))
    .output(conversation),
  prioritize: mutation('inbox')
    .route(at.put('/conversations/{id}/priority', 'Set the priority of a conversation'))
    .input(change.extend({ priority: z.enum(PRIORITIES) }))
    .output(conversation),
  bulk: mutation('inbox')
    .route(
      at.post('/conversations/bulk', 'Change several conversations at once', {
        description:
          'Applies to their current state, without version checks; conversations that are missing or in an unsuitable status are unchanged.',
      }),
    )
    .input(z.object({ ids: z.array(entityId).min(1).max(MAX_BULK), act: bulkAct }))
    .output(z.object({ changed: z.array(entityId), unchanged: z.array(entityId) })),

  addNote: mutation('inbox')
    .route(at.post('/conversations/{id}/notes', 'Add a note that only the team sees', { successStatus: 201 }))
    .input(
      byId.extend({
        text: multilineText(MAX_NOTE_LENGTH),
        mentions: z.array(z.uuid()).max(MAX_MENTIONS).default([]).describe('Members to notify.'),
      }),
    )
    .output(timelineEntry),
  reply: mutation('inbox')
    .errors(inboxErrors)
    .route(at.post('/conversations/{id}/reply', 'Reply to the customer now', { successStatus: 201 }))
    .input(
      byId.extend({
        ...createMessage.pick({ message: true, attachment: true, poll: true, quote: true }).shape,
        seenUpTo: entityId.nullable().describe('Greatest id among the messages seen by the author; null if none.'),
        sendAnyway: z.boolean().default(false).describe('Send even if a colleague has replied in the meantime.'),
        idempotencyKey: idempotencyKey,
      }),
    )
    .output(message),
  markSeen: mutation('inbox')
    .route(at.post('/conversations/{id}/seen', 'Mark a conversation as read by the caller'))
    .input(byId.extend({ seenUpTo: entityId }))
    .output(z.object({})),
  present: mutation('inbox')
    .route(at.post('/conversations/{id}/presence', 'Show colleagues that the caller is viewing or typing, for 30 s'))
    .input(byId.extend({ doing: z.enum(PRESENCES) }))
    .output(z.object({})),

  savedViews: query('inbox')
    .route(at.get('/inbox/views', 'My saved views, by name'))
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
    .route(at.put('/inbox/teams/{id}', 'Set the name and members of a team'))
    .input(byId.extend(teamFields))
    .output(team),
  removeTeam: mutation('inbox', 'workspace-admin')
    .route(at.delete('/inbox/teams/{id}', 'Delete a team, but not its conversations'))
    .input(byId)
    .output(z.object({})),
  people: query('inbox', 'workspace-admin')
    .route(at.get('/inbox/people', 'Members working in the inbox and what they see'))
    .input(listQuery.omit({ sort: true }))
    .output(page(inboxPerson)),
  changePerson: mutation('inbox', 'workspace-admin')
    .route(at.put('/inbox/people/{userId}', 'Set which conversations a member sees, and their capacity'))
    .input(
      z.object({ userId: z.uuid(), sees: z.enum(VISIBILITIES), capacity: z.int().min(0).max(MAX_CAPACITY).nullable() }),
    )
    .output(inboxPerson),

  settings: query('inbox').route(at.get('/inbox/settings', 'Assignment and reply-time settings')).output(settings),
  changeSettings: mutation('inbox', 'workspace-admin')
    .route(at.put('/inbox/settings', 'Change the assignment and reply-time settings'))
    .input(settings)
    .output(settings),
  beHere: mutation('inbox')
    .route(at.post('/inbox/presence', 'Report that the caller has the inbox open or is away, for two minutes'))
    .input(z.object({ isAway: z.boolean() }))
    .output(z.object({})),
  whyUnassigned: query('inbox')
    .route(at.get('/conversations/{id}/why-unassigned', 'Why a conversation is still unassigned'))
    .input(byId)
    .output(z.object({ because: z.enum(UNASSIGNED_REASONS) })),

  macros: query('inbox')
    .route(at.get('/inbox/macros', 'Shared macros and my own, by name'))
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
        description: 'Runs all actions, or none if one is refused. Actions without effect are skipped.',
      }),
    )
    .input(change.extend({ macroId: entityId }))
    .output(
      z.object({
        conversation,
        /** Text of the inserted quick reply, to send to the customer; null if the macro inserts none. */
        text: z.string().nullable(),
      }),
    ),

  report: query('inbox')
    .route(
      at.get('/inbox/report', 'Volumes, response and resolution times of the inbox', {
        description: 'Covers the conversations visible to the caller.',
      }),
    )
    .input(reportRange)
    .output(inboxReport),
  reportRows: query('inbox')
    .route(at.get('/inbox/report/rows', 'Events counted in a figure of the report, latest first'))
    .input(reportRowsQuery)
    .output(page(reportRow)),

  quickReplies: query('inbox')
    .route(at.get('/quick-replies', 'Shared quick replies and my own, by title'))
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
