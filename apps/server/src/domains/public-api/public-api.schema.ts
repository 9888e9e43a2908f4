import type { ItemSource } from '@switchyard/contracts/public-api/boards';
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { boardItems, boards } from '../boards/boards.schema.ts';
import { campaignTemplates } from '../campaigns/campaigns.schema.ts';
import { messages } from '../messages/messages.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Requests that created something, with their answers, so that repeats create nothing. */
export const keptRequests = pgTable(
  'kept_requests',
  {
    workspaceId: ofWorkspace(),
    /** The caller's `Idempotency-Key`, or one derived from the request itself. */
    key: text().notNull(),
    /** SHA-256 of operation and input. */
    digest: text().notNull(),
    answer: jsonb().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.key] }), index().on(table.expiresAt)],
);

/** A program's own identifier of a message. */
export const messageSecrets = pgTable('message_secrets', {
  messageId: uuid()
    .primaryKey()
    .references(() => messages.id, { onDelete: 'cascade' }),
  secret: text().notNull(),
});

/** Boards made by programs, found again by agent and domain. */
export const agentBoards = pgTable(
  'agent_boards',
  {
    workspaceId: ofWorkspace(),
    agentId: text().notNull(),
    /** Built in, or `custom:` and its subject. */
    domain: text().notNull(),
    boardId: uuid()
      .notNull()
      .unique()
      .references(() => boards.id, { onDelete: 'cascade' }),
    description: text(),
    /** Days after the latest change during which an item counts as active; 0 for unlimited. */
    retentionDays: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.agentId, table.domain] })],
);

/** Where a program found what it put on a board. */
export const itemSources = pgTable('item_sources', {
  itemId: uuid()
    .primaryKey()
    .references(() => boardItems.id, { onDelete: 'cascade' }),
  source: jsonb().$type<ItemSource>(),
  /** From 0 to 1, as stated by the program. */
  confidence: doublePrecision(),
  lastSeenAt: instant().notNull(),
});

/** Addresses that send a template to the number in a request. */
export const inboundWebhooks = pgTable(
  'inbound_webhooks',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** The person it acts for, with their rights at the time. */
    createdBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    templateId: uuid().references(() => campaignTemplates.id, { onDelete: 'set null' }),
    /** SHA-256 of the secret. */
    hash: text().notNull().unique(),
    prefix: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc()), index().on(table.createdBy)],
);
