import type { ApiKey } from '@switchyard/contracts/accounts/api-keys';
import type { apiKeys } from '../keys.schema.ts';

/** A key without what opens anything. */
export const presentKey = (row: typeof apiKeys.$inferSelect, by: string): ApiKey => ({
  _id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  by,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedFrom: row.lastUsedFrom,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
