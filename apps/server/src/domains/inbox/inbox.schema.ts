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

/** Teams of people who answer together. */
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

/** Settings for a member; without a row they see everything. */
export const inboxPeople = pgTable(
  'inbox_people',
  {
    workspaceId: ofWorkspace(),
    userId: ofPerson(),
    sees: text().$type<Visibility>().notNull().default('all'),
    /** Null for the inbox's default. */
    capacity: integer(),
    /** When their inbox last reported that they are looking at it; null if never, or if they are away. */
    hereAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
);

/** Settings of a workspace's inbox; without a row `DEFAULT_SETTINGS` apply. */
export const inboxSettings = pgTable('inbox_settings', {
  workspaceId: ofWorkspace().primaryKey(),
  assignsItself: boolean().notNull(),
  capacity: integer().notNull(),
  replyWithinMinutes: integer(),
  hours: jsonb().$type<BusinessHours>(),
  ratingQuestion: text(),
});

/** Filters that people saved under a name. */
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
 * A chat of an engine with the team's work on it. The last messages are a projection of the stored messages, updated in
 * the transactions that store them and rebuilt by `rebuildConversations`. `status` and the fields after it belong to
 * the team and change only through `transitions.ts`, which increments `version`. Message times have a resolution of one
 * second, as in WhatsApp; within a second the id decides, which is the order of arrival.
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
    /** Of the customer's last message; null if they have written none. */
    lastInId: uuid(),
    lastInAt: instant(),
    /** Of a person's last answer; null if there is none. */
    lastOutId: uuid(),
    lastOutAt: instant(),
    /** Who answered here; null with `lastOutId` if it was on the phone, or the person was deleted. */
    lastOutBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Time of the customer's first message after the last answer; null if none is waiting. */
    waitingSince: instant(),
    /** When an answer to the message of `dueFor` is due, as calculated by `set-due.ts`; null if never. */
    dueAt: instant(),
    /** The `waitingSince` that `dueAt` was calculated for. */
    dueFor: instant(),
    /** When to warn that the answer may be late; null if the warning was sent or never will be. */
    warnAt: instant(),
    status: text().$type<ConversationStatus>().notNull(),
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    teamId: uuid().references(() => inboxTeams.id, { onDelete: 'set null' }),
    priority: text().$type<Priority>().notNull().default('normal'),
    labels: text().array().notNull().default([]),
    /** While `status` is `snoozed`. */
    snoozedUntil: instant(),
    wakesOnReply: boolean().notNull().default(true),
    /** The customer's choice in the last poll, 1 to 5. */
    rating: smallint(),
    ratingAskedAt: instant(),
    /** Of that poll. */
    ratingMessageId: uuid(),
    version: integer().notNull().default(1),
    /**
     * The conversation that this one is merged into: with the same person, the one with the latest message. Null if it
     * is shown on its own.
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
 * Number of conversations, as a sum: triggers on `conversations` add a row for each change of a count, and
 * `foldTallies` combines rows. Counting on every view would take 30 ms of CPU at 100,000. No foreign keys: deleted
 * conversations subtract themselves.
 */
export const conversationTallies = pgTable(
  'conversation_tallies',
  {
    workspaceId: uuid().notNull(),
    status: text().$type<ConversationStatus>().notNull(),
    teamId: uuid(),
    assigneeId: uuid(),
    /** Negative if conversations have left. */
    count: integer().notNull(),
  },
  (table) => [index('conversation_tallies_workspace').on(table.workspaceId)],
);

const ofConversation = () =>
  uuid()
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' });

/** Details of an event besides its kind. */
export interface EventDetails {
  /** The new assignee; the bot that handed it over; for a rating 1 to 5. */
  name?: string;
  /** Of a hand-over. */
  text?: Text;
  answers?: { name: string; value: string }[];
  /** Of a snooze: ISO 8601. */
  until?: string;
  labels?: string[];
}

/** Changes of a conversation's status, assignee or labels, and answers that ended a wait: one row each. */
export const conversationEvents = pgTable(
  'conversation_events',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    conversationId: ofConversation(),
    kind: text().$type<(typeof EVENT_KINDS)[number] | 'answered'>().notNull(),
    /** Null for the product itself, or somebody on the phone. The person may be deleted. */
    actorId: uuid(),
    actorName: text(),
    /** The conversation's team at that time; may be deleted. */
    teamId: uuid(),
    details: jsonb().$type<EventDetails>().notNull().default({}),
    /** When the answered wait, or the resolved work, began; null if unknown or for other events. */
    since: instant(),
    /** Business time since then, as calculated by `measure-events.ts`; null if not calculated yet. */
    businessMs: bigint({ mode: 'number' }),
    /** For an answer: the first since the conversation was opened. */
    isFirst: boolean(),
    createdAt: createdAt(),
  },
  (table) => [
    index('conversation_events_timeline').on(table.conversationId, table.createdAt, table.id),
    index('conversation_events_report').on(table.workspaceId, table.createdAt, table.id),
    index('conversation_events_unmeasured').on(table.id).where(sql`since is not null and business_ms is null`),
  ],
);

/** Internal notes of the team. Nothing that sends messages reads this table. */
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
    /** The greatest message id they have seen. */
    seenUpTo: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.userId] })],
);

/** Reusable answer texts. */
export const quickReplies = pgTable(
  'quick_replies',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** The creator; a private one is deleted with them. */
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

/** Reusable series of actions on a conversation. */
export const inboxMacros = pgTable(
  'inbox_macros',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** The creator; a private one is deleted with them. */
    ownerId: ofPerson(),
    name: text().notNull(),
    actions: jsonb().$type<MacroAction[]>().notNull(),
    isShared: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('inbox_macros_by_name').on(table.workspaceId, table.name, table.id)],
);
