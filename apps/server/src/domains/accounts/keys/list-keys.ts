import type { ApiKey } from '@switchyard/contracts/accounts/api-keys';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { users } from '../accounts.schema.ts';
import { apiKeys } from '../keys.schema.ts';
import { presentKey } from './present-key.ts';

/** One page of a workspace's keys, including revoked ones, newest first. */
export async function listKeys(db: Db, workspaceId: string, { limit, skip }: { limit: number; skip: number }) {
  const where = eq(apiKeys.workspaceId, workspaceId);
  const rows = await db
    .select({ key: apiKeys, by: users.name })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(where)
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(limit)
    .offset(skip);
  return { data: rows.map(({ key, by }) => presentKey(key, by)), total: await db.$count(apiKeys, where) };
}

/** @returns null if the workspace has no such key */
export async function findKey(db: Db, workspaceId: string, id: string): Promise<ApiKey | null> {
  const [row] = await db
    .select({ key: apiKeys, by: users.name })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.id, id), eq(apiKeys.workspaceId, workspaceId)));
  return row ? presentKey(row.key, row.by) : null;
}
