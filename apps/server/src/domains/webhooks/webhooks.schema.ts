import type { AttemptFault, DisabledReason, WEBHOOK_STATES } from '@switchyard/contracts/webhooks/operations';
import type { DeliveryState } from '@switchyard/contracts/webhooks/states';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Endpoints that receive a workspace's events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    url: text().notNull(),
    description: text(),
    events: text().array().notNull(),
    /** Only events of these engines; empty means all. Events that concern no engine always pass. */
    engineIds: uuid().array().notNull().default([]),
    /** Only events of contacts with these labels; empty means all. */
    labelIds: uuid().array().notNull().default([]),
    /** Sealed, bound to the id. */
    secret: bytes().notNull(),
    /** The previous secret, which also signs until `previous_secret_until`. */
    previousSecret: bytes(),
    previousSecretUntil: instant(),
    state: text().$type<(typeof WEBHOOK_STATES)[number]>().notNull().default('enabled'),
    disabledBecause: text().$type<DisabledReason>(),
    /** When the current unbroken run of failures began. */
    failingSince: instant(),
    /** The endpoint asked for a pause until then (429, 503). */
    restUntil: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc())],
);

/** Events as they are sent. Only `record_webhook_event` inserts them, and only if a webhook subscribes. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId), index().on(table.createdAt)],
);

/** One event on its way to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    endpointId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: uuid()
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    /** The order in which events happened. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** What it concerns, such as `message:ID`: events of one subject arrive in order. */
    subject: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    nextAt: instant().notNull().defaultNow(),
    /** A worker holds it until then; after that, the worker has died. */
    claimedUntil: instant(),
    /** All attempts ever; a result is recorded under the number of the latest one. */
    attempts: integer().notNull().default(0),
    /** Attempts since it was created or last replayed. */
    tries: integer().notNull().default(0),
    lastStatus: integer(),
    createdAt: createdAt(),
    settledAt: instant(),
  },
  (table) => [
    index('webhook_deliveries_due').on(table.endpointId, table.nextAt, table.position).where(sql`state = 'waiting'`),
    index('webhook_deliveries_order').on(table.endpointId, table.subject, table.position).where(sql`state = 'waiting'`),
    index('webhook_deliveries_in_hand').on(table.endpointId, table.claimedUntil).where(sql`claimed_until is not null`),
    index('webhook_deliveries_listing').on(table.workspaceId, table.position.desc()),
    index('webhook_deliveries_of_endpoint').on(table.endpointId, table.position.desc()),
    index('webhook_deliveries_of_event').on(table.eventId),
  ],
);

/** Every attempt and its result. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: id(),
    deliveryId: uuid()
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    at: createdAt(),
    durationMs: integer().notNull(),
    /** Null means no response. */
    status: integer(),
    fault: text().$type<AttemptFault>(),
    requestHeaders: jsonb().$type<Record<string, string>>().notNull(),
    responseHeaders: jsonb().$type<Record<string, string>>(),
    responseBody: text(),
  },
  (table) => [index().on(table.deliveryId, table.number.desc())],
);
