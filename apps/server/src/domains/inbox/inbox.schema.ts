import type { ReceivedKind } from '@switchyard/contracts/engine/protocol';
import type { BusinessHours } from '@switchyard/contracts/inbox/hours';
import type { MacroAction } from '@switchyard/contracts/inbox/macros';
import type { EVENT_KINDS, ViewFilter } from '@switchyard/contracts/inbox/operations';
import type { ConversationStatus, Priority, Visibility } from '@switchyard/contracts/inbox/views';
import type { Text } from '@switchyard/contracts/text/registry';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** People who answer together. */
export const inboxTeams = pgTable(
  'inbox_teams',
  { id: id(), workspaceId: ofWorkspace(), name: text().notNull(), createdAt: createdAt() },
  (table) => [index('inbox_teams_by_name').on(table.workspaceId, table.name, table.id)],
);

const ofPerson = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const inboxTeamMembers = pgTable(
  'inbox_team_members',
  {
    teamId: uuid()
      .notNull()
      .references(() => inboxTeams.id, { onDelete: 'cascade' }),
    userId: ofPerson(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] }), index('inbox_team_members_user').on(table.userId)],
);

/** What is set for a member; without a row they see everything. */
export const inboxPeople = pgTable(
  'inbox_people',
  {
    workspaceId: ofWorkspace(),
    userId: ofPerson(),
    sees: text().$type<Visibility>().notNull().default('all'),
    /** Null: as the inbox says. */
    capacity: integer(),
    /** When their inbox last told that they look at it; null: never, or they are away. */
    hereAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
);

/** How a workspace's inbox works; without a row as `DEFAULT_SETTINGS` says. */
export const inboxSettings = pgTable('inbox_settings', {
  workspaceId: ofWorkspace().primaryKey(),
  assignsItself: boolean().notNull(),
  capacity: integer().notNull(),
  replyWithinMinutes: integer(),
  hours: jsonb().$type<BusinessHours>(),
  ratingQuestion: text(),
});

/** A filter that somebody keeps under a name. */
export const inboxViews = pgTable(
  'inbox_views',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    ownerId: ofPerson(),
    name: text().notNull(),
    filter: jsonb().$type<ViewFilter>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('inbox_views_by_name').on(table.workspaceId, table.ownerId, table.name, table.id)],
);

/**
 * A chat of an engine with the team's work around it. What was said last is a projection of the stored messages, kept
 * in the transactions that store them and rebuilt from them by `rebuildConversations`; `status` and what follows it is
 * the team's and changes by `transitions.ts` alone, which raises `version`. Moments of messages are to the second, as
 * WhatsApp has them; within one second the id decides, which is the order of arrival.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    /** E.164, or a group's id. */
    chat: text().notNull(),
    lastId: uuid().notNull(),
    lastAt: instant().notNull(),
    lastKind: text().$type<ReceivedKind>().notNull(),
    preview: text().notNull(),
    isLastOurs: boolean().notNull(),
    /** Of the customer's last message; null: they have written none. */
    lastInId: uuid(),
    lastInAt: instant(),
    /** Of the last answer that a person gave; null: there is none. */
    lastOutId: uuid(),
    lastOutAt: instant(),
    /** Who gave it here; null with `lastOutId`: on the phone, or they are gone. */
    lastOutBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Of the customer's first message after the last answer; null: none waits. */
    waitingSince: instant(),
    /** By when an answer to what came in at `dueFor` is due, as `set-due.ts` works it out; null: never. */
    dueAt: instant(),
    /** The `waitingSince` for which `dueAt` holds. */
    dueFor: instant(),
    /** When it is told that the answer will be late; null: it is told, or never will be. */
    warnAt: instant(),
    status: text().$type<ConversationStatus>().notNull(),
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    teamId: uuid().references(() => inboxTeams.id, { onDelete: 'set null' }),
    priority: text().$type<Priority>().notNull().default('normal'),
    labels: text().array().notNull().default([]),
    /** While `status` is `snoozed`. */
    snoozedUntil: instant(),
    wakesOnReply: boolean().notNull().default(true),
    /** What the customer chose in the last poll, 1 to 5. */
    rating: smallint(),
    ratingAskedAt: instant(),
    /** Of that poll. */
    ratingMessageId: uuid(),
    version: integer().notNull().default(1),
    /**
     * The conversation with the same person with which it is one row of the inbox: the one where something was said last.
     * Null: it is a row itself.
     */
    mergedInto: uuid().references((): AnyPgColumn => conversations.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('conversations_chat').on(table.engineId, table.chat),
    index('conversations_by_status').on(table.workspaceId, table.status, table.lastAt, table.id),
    index('conversations_of_workspace').on(table.workspaceId, table.lastAt, table.id),
    index('conversations_of_assignee').on(table.assigneeId, table.status, table.lastAt, table.id),
    index('conversations_of_team').on(table.teamId, table.status, table.lastAt, table.id),
    index('conversations_due').on(table.workspaceId, table.dueAt, table.id).where(sql`due_at is not null`),
    index('conversations_due_unset').on(table.id).where(sql`waiting_since is distinct from due_for`),
    index('conversations_warned').on(table.warnAt).where(sql`warn_at is not null and status = 'open'`),
    index('conversations_unassigned')
      .on(table.workspaceId, table.waitingSince)
      .where(sql`status = 'open' and assignee_id is null and waiting_since is not null`),
    index('conversations_merged').on(table.mergedInto).where(sql`merged_into is not null`),
    index('conversations_snoozed').on(table.snoozedUntil).where(sql`status = 'snoozed'`),
  ],
);

/**
 * How many conversations there are, as a sum: triggers on `conversations` add a row for each change of what is counted,
 * and `foldTallies` joins rows. Counting anew for everybody who looks takes 30 ms of processor time at 100,000. Nothing
 * is referred to: what is deleted takes itself off.
 */
export const conversationTallies = pgTable(
  'conversation_tallies',
  {
    workspaceId: uuid().notNull(),
    status: text().$type<ConversationStatus>().notNull(),
    teamId: uuid(),
    assigneeId: uuid(),
    /** Below zero: so many left. */
    count: integer().notNull(),
  },
  (table) => [index('conversation_tallies_workspace').on(table.workspaceId)],
);

const ofConversation = () =>
  uuid()
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' });

/** What the row of an event tells beside its kind. */
export interface EventDetails {
  /** Whom it was assigned to; the bot that handed it over; of a rating 1 to 5. */
  name?: string;
  /** Of a hand-over. */
  text?: Text;
  answers?: { name: string; value: string }[];
  /** Of a snooze: ISO 8601. */
  until?: string;
  labels?: string[];
}

/** A change of a conversation's status, assignee or labels, or an answer that ended a wait: one row each. */
export const conversationEvents = pgTable(
  'conversation_events',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    conversationId: ofConversation(),
    kind: text().$type<(typeof EVENT_KINDS)[number] | 'answered'>().notNull(),
    /** Null: the product itself, or somebody on the phone. They may be gone. */
    actorId: uuid(),
    actorName: text(),
    /** Of the conversation at that moment; it may be gone. */
    teamId: uuid(),
    details: jsonb().$type<EventDetails>().notNull().default({}),
    /** When the wait that was answered, or the work that was resolved, began; null: unknown, or not such an event. */
    since: instant(),
    /** Business time from then on, as `measure-events.ts` works it out; null: it has not yet. */
    businessMs: bigint({ mode: 'number' }),
    /** Of an answer: the first since the conversation was opened. */
    isFirst: boolean(),
    createdAt: createdAt(),
  },
  (table) => [
    index('conversation_events_timeline').on(table.conversationId, table.createdAt, table.id),
    index('conversation_events_report').on(table.workspaceId, table.createdAt, table.id),
    index('conversation_events_unmeasured').on(table.id).where(sql`since is not null and business_ms is null`),
  ],
);

/** What colleagues tell each other. Nothing that sends reads this table. */
export const conversationNotes = pgTable(
  'conversation_notes',
  {
    id: id(),
    conversationId: ofConversation(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    authorName: text().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('conversation_notes_timeline').on(table.conversationId, table.createdAt, table.id)],
);

/** How far a person has read a conversation. */
export const conversationSeen = pgTable(
  'conversation_seen',
  {
    conversationId: ofConversation(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The greatest id among the messages that they have seen. */
    seenUpTo: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.userId] })],
);

/** A text that is written again and again. */
export const quickReplies = pgTable(
  'quick_replies',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** Who made it; a private one goes with them. */
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    text: text().notNull(),
    isShared: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('quick_replies_by_title').on(table.workspaceId, table.title, table.id)],
);

/** What is done to a conversation again and again. */
export const inboxMacros = pgTable(
  'inbox_macros',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** Who made it; a private one goes with them. */
    ownerId: ofPerson(),
    name: text().notNull(),
    actions: jsonb().$type<MacroAction[]>().notNull(),
    isShared: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('inbox_macros_by_name').on(table.workspaceId, table.name, table.id)],
);
