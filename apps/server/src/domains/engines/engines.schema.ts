import { LEASE_TTL_MS } from '@switchyard/contracts/engine/constants';
import type { EngineTrouble } from '@switchyard/contracts/engines/trouble';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
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
import { users } from '../accounts/accounts.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/**
 * Engines: WhatsApp connections of a workspace (engine sessions in the specification). The row is the desired state;
 * the reconciler makes the cluster match. `status` is the last one the engine reported; the effective status also
 * depends on the live connection.
 */
export const engines = pgTable(
  'engines',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** `session-pod`, or `extension` in a person's browser; any other value is legacy. */
    engineType: text().notNull().default('session-pod'),
    /** `wa-js-gcp` when created by the specification's call; the driver says what runs. */
    gatewayType: text().notNull().default('wa-js-gcp'),
    driver: text().notNull(),
    status: text().notNull().default('initializing'),
    /** The generation that reported the status; reports of earlier ones are ignored. Null if none has reported yet. */
    statusGeneration: bigint({ mode: 'number' }),
    /** Why it is not connected, as far as its pod or process reported; null once it is connected again. */
    trouble: jsonb().$type<EngineTrouble>(),
    active: boolean().notNull().default(true),
    /** The default for new messages of its workspace; at most one per workspace. */
    isDefault: boolean().notNull().default(false),
    k8sNamespace: text().notNull(),
    /**
     * `running`: there must be a pod. `absent`: there must be none. `until-kept`: none either, but `running` again if
     * the workspace's deletion is cancelled.
     */
    desired: text().notNull().default('absent'),
    /**
     * Since when the lane is on hold because the plan allows fewer engines; null if not. Its process keeps running and
     * receives messages.
     */
    planHeldAt: instant(),
    /** Incremented by a restart; a pod of an earlier revision is replaced. */
    podRevision: integer().notNull().default(0),
    podName: text(),
    phoneNumber: text(),
    qrcode: text(),
    qrcodeUntil: instant(),
    /** Incremented to revoke all earlier tokens. */
    tokenVersion: integer().notNull().default(1),
    lastRestart: instant(),
    connectedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.workspaceId),
    index().on(table.podName),
    uniqueIndex('engines_default').on(table.workspaceId).where(sql`${table.isDefault}`),
  ],
);

/**
 * One row per engine: who may work its lane, and the lane's pacing. Separate from `engines` because every claim writes
 * it. All times are by the database's clock. Token counts refill lazily from `refilledAt`.
 */
export const engineLanes = pgTable('engine_lanes', {
  engineId: uuid()
    .primaryKey()
    .references(() => engines.id, { onDelete: 'cascade' }),
  /** Fencing number: grows with every new holder and never falls. */
  generation: bigint({ mode: 'number' }).notNull().default(0),
  holder: text(),
  instanceId: uuid(),
  expiresAt: instant(),
  /** How long its lease lasts unless renewed. */
  leaseMs: integer().notNull().default(LEASE_TTL_MS),
  /** When its process last listed the rows it holds, so that none of those is treated as lost. */
  holdingToldAt: instant(),
  /** Messages per minute to contacts this engine has written to before; null for no limit. */
  knownPerMinute: doublePrecision(),
  newPerMinute: doublePrecision(),
  burst: integer().notNull().default(20),
  knownTokens: doublePrecision().notNull().default(0),
  newTokens: doublePrecision().notNull().default(0),
  refilledAt: instant().notNull().defaultNow(),
  dailyCap: integer(),
  /** Messages per minute that answer somebody who wrote within the last day; null for no limit. */
  repliesPerMinute: doublePrecision(),
  replyTokens: doublePrecision().notNull().default(0),
  /** Random delay in seconds between messages that are not answers; both null for none. */
  gapFromSeconds: doublePrecision(),
  gapToSeconds: doublePrecision(),
  /** The end of the current random delay. */
  nextSendAt: instant(),
  /** Paces its first week of work more slowly (`pacing.ts`). */
  warmUp: boolean().notNull().default(false),
  /** Quiet hours `HH:mm` in the contact's zone, when nothing is sent; both null to use the workspace's. */
  quietFrom: text(),
  quietTo: text(),
  /** No quiet hours, whatever the workspace has. */
  quietOff: boolean().notNull().default(false),
  /** WhatsApp's restriction: `new` holds first contacts, `all` holds everything. */
  restrictionScope: text(),
  restrictedUntil: instant(),
  /**
   * Some pending rows wait in the queue of first contacts (`holdRule` `first_contact`), so the claim must check there
   * too.
   */
  firstContactsAside: boolean().notNull().default(false),
  /**
   * Since when nothing has been sent because the engine or the server was down. Null if it works and messages that
   * became late meanwhile have been handled.
   */
  outSince: instant(),
});

/** Codes for pairing a browser extension: each works once, for a few minutes. */
export const extensionCodes = pgTable('extension_codes', {
  /** SHA-256 of the code. */
  hash: text().primaryKey(),
  workspaceId: ofWorkspace(),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: instant().notNull(),
});

/** What an engine's driver must store to stay linked to WhatsApp; `value` is encrypted (`engine-credentials.ts`). */
export const engineCredentials = pgTable(
  'engine_credentials',
  {
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    value: bytes().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.engineId, table.name] })],
);

/**
 * What WhatsApp sent by webhook, until the engine has processed it. Retained for some days longer, to recognise
 * repeats: `key` is `message WAMID` or `status WAMID STATUS`.
 */
export const engineInbox = pgTable(
  'engine_inbox',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    receivedAt: instant().notNull().defaultNow(),
    takenAt: instant(),
  },
  (table) => [
    uniqueIndex().on(table.engineId, table.key),
    index('engine_inbox_waiting').on(table.engineId, table.id).where(sql`${table.takenAt} is null`),
    index('engine_inbox_taken').on(table.engineId, table.takenAt).where(sql`${table.takenAt} is not null`),
  ],
);

/** People this engine has written to, and who have written to it; distinguishes first contacts from known ones. */
export const engineRecipients = pgTable(
  'engine_recipients',
  {
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    firstSentAt: instant().notNull().defaultNow(),
    /** When they last wrote, to the hour; null if not since recording began. */
    wroteAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.engineId, table.recipient] })],
);

/** Messages of an engine accepted by WhatsApp per day of its workspace's zone, whether or not they are limited. */
export const engineDays = pgTable(
  'engine_days',
  {
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    sent: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.engineId, table.day] })],
);

/** Life-cycle events of engine sessions (spec 000 section 2.5, 4.3). */
export const sessionEvents = pgTable(
  'session_events',
  {
    id: id(),
    engineId: uuid().notNull(),
    workspaceId: uuid().notNull(),
    fromDateTime: instant().notNull(),
    event: text().notNull(),
    state: text().notNull(),
    sessionType: text().notNull(),
    podId: text(),
    triggerdBy: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index().on(table.engineId, table.fromDateTime), index().on(table.fromDateTime)],
);
