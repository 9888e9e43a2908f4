import type { ItemSource } from '@switchyard/contracts/public-api/boards';
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { boardItems, boards } from '../boards/boards.schema.ts';
import { campaignTemplates } from '../campaigns/campaigns.schema.ts';
import { messages } from '../messages/messages.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Requests that made something, with what was answered, so that the same request again makes nothing. */
export const keptRequests = pgTable(
  'kept_requests',
  {
    workspaceId: ofWorkspace(),
    /** The caller's `Idempotency-Key`, or what the request itself is known by. */
    key: text().notNull(),
    /** SHA-256 of operation and input. */
    digest: text().notNull(),
    answer: jsonb().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.key] }), index().on(table.expiresAt)],
);

/** By which a program knows a message of its own. */
export const messageSecrets = pgTable('message_secrets', {
  messageId: uuid()
    .primaryKey()
    .references(() => messages.id, { onDelete: 'cascade' }),
  secret: text().notNull(),
});

/** Boards that programs have made, each found again by whose agent it is for and by its domain. */
export const agentBoards = pgTable(
  'agent_boards',
  {
    workspaceId: ofWorkspace(),
    agentId: text().notNull(),
    /** Built in, or `custom:` and what it is about. */
    domain: text().notNull(),
    boardId: uuid()
      .notNull()
      .unique()
      .references(() => boards.id, { onDelete: 'cascade' }),
    description: text(),
    /** For how many days after its latest change an item counts as active; 0: for ever. */
    retentionDays: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.agentId, table.domain] })],
);

/** Where a program has found what it has put on a board. */
export const itemSources = pgTable('item_sources', {
  itemId: uuid()
    .primaryKey()
    .references(() => boardItems.id, { onDelete: 'cascade' }),
  source: jsonb().$type<ItemSource>(),
  /** From 0 to 1, as the program says. */
  confidence: doublePrecision(),
  lastSeenAt: instant().notNull(),
});

/** Addresses at which a template is sent to whoever a request names. */
export const inboundWebhooks = pgTable(
  'inbound_webhooks',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** In whose name it sends, with the rights that they have at the time. */
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
