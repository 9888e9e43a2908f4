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

/** Bot event counts by name. */
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
    /** Revision of the draft; each save increments it. */
    revision: integer().notNull().default(1),
    /** Client's id for the latest save, to recognise it when the response was lost. Null if none was sent. */
    lastSaveId: uuid(),
    /** Number of draft nodes of each kind, summed by the statistics. */
    nodeKinds: jsonb().$type<Counts>().notNull(),
    activeDeploymentId: uuid(),
    /** Updated when events are folded into the statistics, so it lags by a few seconds. */
    lastActivityAt: instant(),
    lastActivityType: text(),
    /** Conversations and statistics are retained. */
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
 * A secret header value, or a secret part of a URL or body, sent by a workspace's bots; flows contain only its id.
 * Immutable: a new value gets a new row.
 */
export const botSecrets = pgTable(
  'bot_secrets',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** Host and port; the secret is never sent anywhere else. */
    host: text().notNull(),
    /** Sealed (`secrets/secret-seal.ts`). */
    value: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId), index('bot_secrets_age').on(table.createdAt)],
);

/** A deployed flow; immutable. */
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
    /** Copied from the version, so that incoming messages are matched without loading its flow. */
    trigger: jsonb().$type<NodeOf<'trigger'>>().notNull(),
    /** For scheduled bots: the next run, or the one in progress. */
    nextRunAt: instant(),
    /** Id of the last contact handled by the run in progress; null when none is. */
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
 * One conversation run by a bot, and its single source of truth. The process that holds the row's lock works on it, and
 * saves the result in one transaction with the messages it sends. Invariant: a session is live with `wakeAt` set, or
 * waits for a person, or is over.
 */
export const botSessions = pgTable(
  'bot_sessions',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    botId: uuid()
      .notNull()
      .references(() => bots.id, { onDelete: 'cascade' }),
    /** Null for a test. */
    deploymentId: uuid().references(() => botDeployments.id, { onDelete: 'set null' }),
    /** Null for a test, which runs the copy of the draft in `testFlow`. */
    versionId: uuid().references(() => botVersions.id, { onDelete: 'cascade' }),
    testFlow: jsonb().$type<BotFlow>(),
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    /** E.164 or a group's id; in a test, the tester. */
    chat: text().notNull(),
    contactName: text().notNull(),
    status: text().$type<BotSessionStatus>().notNull(),
    /** The current node. */
    nodeId: text(),
    state: jsonb().$type<SessionState>().notNull(),
    /** Received messages that are not processed yet. */
    inbox: jsonb().$type<InboxMessage[]>().notNull().default([]),
    /** Incremented by each execution, so that a late answer to an earlier call is recognised. */
    step: integer().notNull().default(0),
    /** When to work on it next; null if it waits for an event. */
    wakeAt: instant(),
    /** Why it is paused or failed. */
    reason: textValue(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: instant(),
    /**
     * The event types it has seen, one bit each (`bot_type_bit`); a database trigger sets the bit for each row inserted
     * into `bot_session_types`.
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
    // These two indexes cover the columns of every list filter, so that totals are index-only.
    index('bot_sessions_of_bot_by_status')
      .on(table.botId, table.status, table.id.desc(), table.seen)
      .where(sql`test_flow is null`),
    index('bot_sessions_of_workspace')
      .on(table.workspaceId, table.id.desc(), table.botId, table.status, table.seen)
      .where(sql`test_flow is null`),
    index('bot_sessions_of_deployment').on(table.deploymentId).where(sql`status in ('active', 'waiting', 'paused')`),
  ],
);

/** The messages of a bot session, in order. */
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
    /** The bot's message in its lane; null in a test or for someone else's message. */
    messageId: uuid(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [index('bot_lines_of_session').on(table.sessionId, table.id)],
);

/** Recent bot messages by chat, for limits that span conversations. Rows are purged after two days. */
export const botSayings = pgTable(
  'bot_sayings',
  {
    /** Id of the message. */
    id: uuid().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => botSessions.id, { onDelete: 'cascade' }),
    engineId: uuid().notNull(),
    chat: text().notNull(),
    /** Hash of the content: equal for equal messages. */
    fingerprint: text().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('bot_sayings_of_chat').on(table.engineId, table.chat, table.id.desc()),
    index('bot_sayings_of_session').on(table.sessionId),
    index('bot_sayings_age').on(table.at),
  ],
);

/** An event of a bot session: of one node (`eventType`) or of the whole session (`processType`). Immutable. */
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

/** Which bot sessions saw an event: one row per session and type, so that session filters never scan events. */
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
 * Figures per day (UTC), updated as events arrive: `event:NAME`, `process:NAME`, `errors`, `sessions`, `gone-events`,
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
 * How often conversations reached each node of a bot, including conversations that other bots sent into its flow;
 * updated as events arrive.
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
 * What one transaction adds to the figures. A worker folds these rows into the figures every second and deletes them.
 * Readers add the rows that are left, so that an event counts as soon as it is committed and no two conversations
 * contend for a counter.
 */
export const botStatisticsNews = pgTable('bot_statistics_news', {
  id: id(),
  botId: uuid()
    .notNull()
    .references(() => bots.id, { onDelete: 'cascade' }),
  at: instant().notNull().defaultNow(),
  /** Null if the only change is that another bot's conversation passed through this bot's flow. */
  lastType: text(),
  counts: jsonb().$type<Counts>().notNull(),
});
