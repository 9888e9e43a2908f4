import type { AttemptFault, DisabledReason, WEBHOOK_STATES } from '@switchyard/contracts/webhooks/operations';
import type { DeliveryState } from '@switchyard/contracts/webhooks/states';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Where a workspace's events are sent. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    url: text().notNull(),
    description: text(),
    events: text().array().notNull(),
    /** Of these engines only; empty: of all. What concerns no engine passes. */
    engineIds: uuid().array().notNull().default([]),
    /** The same by the labels of the contact. */
    labelIds: uuid().array().notNull().default([]),
    /** Sealed, bound to the id. */
    secret: bytes().notNull(),
    /** The one before, which signs as well until its end. */
    previousSecret: bytes(),
    previousSecretUntil: instant(),
    state: text().$type<(typeof WEBHOOK_STATES)[number]>().notNull().default('enabled'),
    disabledBecause: text().$type<DisabledReason>(),
    /** Since the first of an unbroken row of failures. */
    failingSince: instant(),
    /** It asked to be left in peace until then (429, 503). */
    restUntil: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc())],
);

/** What happened, as it is told. Written by `record_webhook_event` alone, and only where somebody wants it. */
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
    /** What it is about, such as `message:ID`: events of one subject arrive in their order. */
    subject: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    nextAt: instant().notNull().defaultNow(),
    /** A worker has it in hand until then; past it, that worker is gone. */
    claimedUntil: instant(),
    /** All there were; the number of the latest is what its result is recorded under. */
    attempts: integer().notNull().default(0),
    /** Those since it began, or since it was last replayed. */
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

/** Each try, as it went. */
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
    /** Null: no answer. */
    status: integer(),
    fault: text().$type<AttemptFault>(),
    requestHeaders: jsonb().$type<Record<string, string>>().notNull(),
    responseHeaders: jsonb().$type<Record<string, string>>(),
    responseBody: text(),
  },
  (table) => [index().on(table.deliveryId, table.number.desc())],
);
