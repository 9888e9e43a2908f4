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
 * An engine: a WhatsApp connection of a workspace (the specification's engine session). The row is the desired state;
 * the reconciler makes the cluster match. `status` is what the engine last told; the effective status also looks at the
 * live connection.
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
    /** `wa-js-gcp` at creation by the specification's call; the driver says what runs. */
    gatewayType: text().notNull().default('wa-js-gcp'),
    driver: text().notNull(),
    status: text().notNull().default('initializing'),
    /**
     * The generation whose word the status is; of earlier ones nothing is heard any more. Null: nobody has told one
     * yet.
     */
    statusGeneration: bigint({ mode: 'number' }),
    /** Why it is not connected, as far as its pod or its process said; null once it is again. */
    trouble: jsonb().$type<EngineTrouble>(),
    active: boolean().notNull().default(true),
    /** New messages of its workspace go through it unless something else is said; one a workspace. */
    isDefault: boolean().notNull().default(false),
    k8sNamespace: text().notNull(),
    /**
     * `running`: there must be a pod. `absent`: there must be none. `until-kept`: none either, and `running` again
     * should its workspace not be deleted after all.
     */
    desired: text().notNull().default('absent'),
    /**
     * Since when the plan holds its lane, being one more than it allows; null: it does not. Its process stays, and what
     * comes in is heard.
     */
    planHeldAt: instant(),
    /** Raised by a restart; a pod made for an earlier number is replaced. */
    podRevision: integer().notNull().default(0),
    podName: text(),
    phoneNumber: text(),
    qrcode: text(),
    qrcodeUntil: instant(),
    /** Raised to make every token issued before it worthless. */
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
 * One row an engine: who may work its lane, and the lane's pacing. Kept apart from `engines` because every claim writes
 * it. All times are the database's clock. Token counts refill lazily from `refilledAt`.
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
  /** How long its lease lasts unless it is renewed. */
  leaseMs: integer().notNull().default(LEASE_TTL_MS),
  /** When its process last told which rows it holds: none of those that it had then is forgotten. */
  holdingToldAt: instant(),
  /** Messages a minute to contacts that this engine has written to before; null: no limit. */
  knownPerMinute: doublePrecision(),
  newPerMinute: doublePrecision(),
  burst: integer().notNull().default(20),
  knownTokens: doublePrecision().notNull().default(0),
  newTokens: doublePrecision().notNull().default(0),
  refilledAt: instant().notNull().defaultNow(),
  dailyCap: integer(),
  /** Messages a minute that answer somebody who wrote within the last day; null: no limit. */
  repliesPerMinute: doublePrecision(),
  replyTokens: doublePrecision().notNull().default(0),
  /** Seconds between two messages that are no answers, drawn anew each time; both null: none. */
  gapFromSeconds: doublePrecision(),
  gapToSeconds: doublePrecision(),
  /** The end of the gap that was drawn last. */
  nextSendAt: instant(),
  /** Its first week of work is slower (`pacing.ts`). */
  warmUp: boolean().notNull().default(false),
  /** Local hours `HH:mm` between which nothing goes out, in the contact's zone; both null: the workspace's. */
  quietFrom: text(),
  quietTo: text(),
  /** None, whatever the workspace says. */
  quietOff: boolean().notNull().default(false),
  /** WhatsApp's restriction: `new` holds first contacts, `all` holds everything. */
  restrictionScope: text(),
  restrictedUntil: instant(),
  /**
   * Some pending rows wait in the line of first contacts (`holdRule` `first_contact`), so the claim must look there
   * too.
   */
  firstContactsAside: boolean().notNull().default(false),
  /**
   * Since when nothing has been sent here, since its engine, or the server, was off. Null: it works, and has looked at
   * what became late meanwhile.
   */
  outSince: instant(),
});

/** Codes that people have made for pairing a browser extension: each is good once, and for a few minutes. */
export const extensionCodes = pgTable('extension_codes', {
  /** SHA-256 of the code. */
  hash: text().primaryKey(),
  workspaceId: ofWorkspace(),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: instant().notNull(),
});

/** What an engine's driver must keep to stay linked to WhatsApp; `value` is encrypted (`engine-credentials.ts`). */
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
 * What WhatsApp told by webhook, until the engine has worked it in. Kept for some days after, so that what is told
 * again is known again: `key` is `message WAMID` or `status WAMID STATUS`.
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

/** Who this engine has written to, and who has written to it: tells a first contact from a known one. */
export const engineRecipients = pgTable(
  'engine_recipients',
  {
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    firstSentAt: instant().notNull().defaultNow(),
    /** When they last wrote, to the hour; null: not since this is kept. */
    wroteAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.engineId, table.recipient] })],
);

/** How many messages of an engine WhatsApp has taken on a day of its workspace's zone, whoever limits it or not. */
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
