import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
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
