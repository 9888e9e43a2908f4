import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';
import { ofUser } from './accounts.schema.ts';

/** API keys: programs act with them for a person in one workspace. Only a hash of the key is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    userId: ofUser(),
    name: text().notNull(),
    prefix: text().notNull(),
    /** SHA-256 of the key, in hex: a key is 192 random bits, so nothing slower is needed. */
    hash: text().notNull().unique(),
    scopes: text().array().notNull(),
    expiresAt: instant(),
    /** Set once, when the expiry notice is sent a few days before. */
    expiryToldAt: instant(),
    lastUsedAt: instant(),
    lastUsedFrom: text(),
    revokedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc()), index().on(table.expiresAt)],
);
