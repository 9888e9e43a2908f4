import type { BotSessionStatus, NodeEventType, ProcessType } from '@switchyard/contracts/bots/bot-events';
import type { BotFlow, NodeOf } from '@switchyard/contracts/bots/flow';
import type { DeploymentSettings } from '@switchyard/contracts/bots/operations';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { textValue } from '../../platform/database/text-value.ts';
import { users } from '../accounts/accounts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';
import type { InboxMessage, SessionState } from './runtime/session-state.ts';

/** What happened in bots as numbers by name. */
export type Counts = Record<string, number>;

export const bots = pgTable(
  'bots',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    draft: jsonb().$type<BotFlow>().notNull(),
    /** Of the draft, raised by each save. */
    revision: integer().notNull().default(1),
    /** By which who made the latest save knows it again when its answer was lost; null: it gave none. */
    lastSaveId: uuid(),
    /** How many nodes of each kind the draft has: statistics add these up. */
    nodeKinds: jsonb().$type<Counts>().notNull(),
    activeDeploymentId: uuid(),
    /** Written when events are folded: some seconds behind. */
    lastActivityAt: instant(),
    lastActivityType: text(),
    /** Conversations and figures stay. */
    deletedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('bots_listing').on(table.workspaceId, table.updatedAt.desc(), table.id).where(sql`deleted_at is null`),
    index('bots_all').on(table.updatedAt.desc(), table.id).where(sql`deleted_at is null`),
  ],
);

/**
 * The value of a header, or of a part of the address or the body, that steps of a workspace's bots send; flows hold its
 * id alone. Never changed: another value is another row.
 */
export const botSecrets = pgTable(
  'bot_secrets',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** With its port; it goes nowhere else. */
    host: text().notNull(),
    /** Sealed (`secrets/secret-seal.ts`). */
    value: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId), index('bot_secrets_age').on(table.createdAt)],
);

/** A flow that was deployed; never changed. */
export const botVersions = pgTable(
  'bot_versions',
  {
    id: id(),
    botId: uuid()
      .notNull()
      .references(() => bots.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    flow: jsonb().$type<BotFlow>().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('bot_versions_number').on(table.botId, table.number)],
);

export const botDeployments = pgTable(
  'bot_deployments',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    botId: uuid()
      .notNull()
      .references(() => bots.id, { onDelete: 'cascade' }),
    versionId: uuid()
      .notNull()
      .references(() => botVersions.id, { onDelete: 'cascade' }),
    settings: jsonb().$type<DeploymentSettings>().notNull(),
    /** Of the version, so that an incoming message is matched without its flow. */
    trigger: jsonb().$type<NodeOf<'trigger'>>().notNull(),
    /** On a schedule: of the run that is due next, or under way. */
    nextRunAt: instant(),
    /** Contacts up to this id have had their turn in the run under way; null: none is. */
    runDoneTo: uuid(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    index('bot_deployments_active').on(table.workspaceId).where(sql`ended_at is null`),
    uniqueIndex('bot_deployments_one_active').on(table.botId).where(sql`ended_at is null`),
    index('bot_deployments_due').on(table.nextRunAt).where(sql`ended_at is null and next_run_at is not null`),
    index('bot_deployments_listing').on(table.botId, table.id.desc()),
  ],
);

/**
 * One conversation run by a bot: the only truth about it. Whoever holds the row's lock works on it, and what it does is
 * written in one transaction with the messages it says. Invariant: it is live and `wakeAt` is set, or it waits for a
 * person, or it is over.
 */
export const botSessions = pgTable(
  'bot_sessions',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    botId: uuid()
      .notNull()
      .references(() => bots.id, { onDelete: 'cascade' }),
    /** Null: a test. */
    deploymentId: uuid().references(() => botDeployments.id, { onDelete: 'set null' }),
    /** Null: the draft as it was when a test began, in `testFlow`. */
    versionId: uuid().references(() => botVersions.id, { onDelete: 'cascade' }),
    testFlow: jsonb().$type<BotFlow>(),
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    /** E.164, or a group's id; of a test, the tester. */
    chat: text().notNull(),
    contactName: text().notNull(),
    status: text().$type<BotSessionStatus>().notNull(),
    /** Where it stands. */
    nodeId: text(),
    state: jsonb().$type<SessionState>().notNull(),
    /** What was heard and is not taken up yet. */
    inbox: jsonb().$type<InboxMessage[]>().notNull().default([]),
    /** Raised by each piece of work, so that the answer to an earlier call is known as such. */
    step: integer().notNull().default(0),
    /** When it is to be worked on; null: not before somebody says so. */
    wakeAt: instant(),
    /** Why it stands still or went wrong, in words. */
    reason: textValue(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: instant(),
    /**
     * The types that it has seen, one bit for each (`bot_type_bit`); the database sets it for whatever is added to
     * `bot_session_types`.
     */
    seen: bigint({ mode: 'number' }).notNull().default(sql`0`),
  },
  (table) => [
    index('bot_sessions_due').on(table.wakeAt).where(sql`wake_at is not null`),
    uniqueIndex('bot_sessions_live')
      .on(table.engineId, table.chat)
      .where(sql`status in ('active', 'waiting', 'paused') and test_flow is null`),
    index('bot_sessions_tests').on(table.createdAt).where(sql`test_flow is not null`),
    index('bot_sessions_unbegun').on(table.id).where(sql`step = 0 and test_flow is null`),
    index('bot_sessions_of_bot').on(table.botId, table.id.desc()).where(sql`test_flow is null`),
    // These two have what any filter of the list asks for, so that its total comes from them alone.
    index('bot_sessions_of_bot_by_status')
      .on(table.botId, table.status, table.id.desc(), table.seen)
      .where(sql`test_flow is null`),
    index('bot_sessions_of_workspace')
      .on(table.workspaceId, table.id.desc(), table.botId, table.status, table.seen)
      .where(sql`test_flow is null`),
    index('bot_sessions_of_deployment').on(table.deploymentId).where(sql`status in ('active', 'waiting', 'paused')`),
  ],
);

/** What was said in a bot session, in its order. */
export const botLines = pgTable(
  'bot_lines',
  {
    id: id(),
    sessionId: uuid()
      .notNull()
      .references(() => botSessions.id, { onDelete: 'cascade' }),
    by: text().$type<'bot' | 'them'>().notNull(),
    nodeId: text(),
    text: text().notNull(),
    options: jsonb().$type<string[]>().notNull().default([]),
    fileName: text(),
    /** The bot's, in its lane; null: a test, or somebody else's. */
    messageId: uuid(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [index('bot_lines_of_session').on(table.sessionId, table.id)],
);

/**
 * What bots said to a chat lately, by which their limits are kept over conversations. Rows of more than a day are
 * removed.
 */
export const botSayings = pgTable(
  'bot_sayings',
  {
    /** Of the message. */
    id: uuid().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => botSessions.id, { onDelete: 'cascade' }),
    engineId: uuid().notNull(),
    chat: text().notNull(),
    /** Alike for the same words. */
    fingerprint: text().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('bot_sayings_of_chat').on(table.engineId, table.chat, table.id.desc()),
    index('bot_sayings_of_session').on(table.sessionId),
    index('bot_sayings_age').on(table.at),
  ],
);

/**
 * What happened in a bot session: of a node (`eventType`) or of the session as a whole (`processType`). Never changed.
 */
export const botNodeEvents = pgTable(
  'bot_node_events',
  {
    id: id(),
    workspaceId: uuid().notNull(),
    botId: uuid().notNull(),
    sessionId: uuid()
      .notNull()
      .references(() => botSessions.id, { onDelete: 'cascade' }),
    at: instant().notNull().defaultNow(),
    nodeId: text(),
    nodeType: text(),
    nodeName: text(),
    eventType: text().$type<NodeEventType>(),
    processType: text().$type<ProcessType>(),
    isError: boolean().notNull().default(false),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    values: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    index('bot_node_events_of_session').on(table.sessionId, table.id),
    index('bot_node_events_errors').on(table.botId, table.id.desc()).where(sql`is_error`),
  ],
);

/**
 * Which bot sessions saw an event: one row for each session and type, so that no filter of sessions looks at events.
 */
export const botSessionTypes = pgTable(
  'bot_session_types',
  {
    /** `event:NAME` or `process:NAME`. */
    type: text().notNull(),
    sessionId: uuid()
      .notNull()
      .references(() => botSessions.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.type, table.sessionId] }), index().on(table.sessionId)],
);

/**
 * Figures of a day (UTC), kept as events arrive: `event:NAME`, `process:NAME`, `errors`, `sessions`, `gone-events`,
 * `filter:TYPE` and `filter:EVENT+PROCESS` (sessions that saw a type, or both).
 */
export const botStatistics = pgTable(
  'bot_statistics',
  {
    day: date().notNull(),
    name: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day] })],
);

/**
 * How often conversations came to each node of a bot, those of other bots that went on to its flow among them; kept as
 * events arrive.
 */
export const botNodeCounts = pgTable(
  'bot_node_counts',
  {
    botId: uuid()
      .notNull()
      .references(() => bots.id, { onDelete: 'cascade' }),
    nodeId: text().notNull(),
    entered: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.nodeId] })],
);

/**
 * What one transaction adds to the figures. A worker folds these into the figures every second and removes them; who
 * reads adds those that are left, so that an event counts from its commit on and no two conversations wait for each
 * other over a counter.
 */
export const botStatisticsNews = pgTable('bot_statistics_news', {
  id: id(),
  botId: uuid()
    .notNull()
    .references(() => bots.id, { onDelete: 'cascade' }),
  at: instant().notNull().defaultNow(),
  /** Null: nothing happened in the bot but that another's conversation went through its flow. */
  lastType: text(),
  counts: jsonb().$type<Counts>().notNull(),
});
