import { KEY_START } from '@switchyard/contracts/accounts/api-keys';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { CLIENT_ADDRESS_HEADER } from '../../../platform/http/headers.ts';
import { CAN_BE_ENTERED, toWorkspaceRole } from '../../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../../workspaces/workspaces.schema.ts';
import { users } from '../accounts.schema.ts';
import { apiKeys } from '../keys.schema.ts';
import { hashKey } from './key-secret.ts';

const BEARER = new RegExp(`^bearer +(${KEY_START}\\S+)$`, 'i');

/** The API key in a request; null if the bearer token does not look like one of ours. */
export const findKeyInHeaders = (headers: Headers): string | null =>
  BEARER.exec(headers.get('authorization') ?? '')?.[1] ?? null;

/**
 * The actor of a key: its creator, in its workspace, with the rights they have there now, but never as a platform
 * admin. Never cached, so that revoking takes effect at once. The time and address of its last use are saved at most
 * once a minute.
 * @returns null if the key is unknown, revoked or expired, or if its creator has left the workspace or may not enter it
 * without two-factor authentication
 */
export async function actorOfKey(db: Db, key: string, headers: Headers): Promise<Actor | null> {
  const [row] = await db
    .select({
      id: apiKeys.id,
      scopes: apiKeys.scopes,
      workspaceId: apiKeys.workspaceId,
      userId: users.id,
      email: users.email,
      fullName: users.name,
      workspaceRole: workspaceMembers.role,
      isFresh: sql<boolean>`coalesce(${apiKeys.lastUsedAt} > now() - interval '1 minute', false)`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.userId, users.id), eq(workspaceMembers.organizationId, apiKeys.workspaceId)),
    )
    .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(
      and(
        CAN_BE_ENTERED,
        eq(apiKeys.hash, hashKey(key)),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
      ),
    );
  if (!row) return null;
  const { id, scopes, isFresh, workspaceRole, ...who } = row;
  if (!isFresh) {
    const lastUsedFrom = headers.get(CLIENT_ADDRESS_HEADER);
    await db.update(apiKeys).set({ lastUsedAt: sql`now()`, lastUsedFrom }).where(eq(apiKeys.id, id));
  }
  return { ...who, role: 'user', workspaceRole: toWorkspaceRole(workspaceRole), onBehalfOf: null, key: { id, scopes } };
}
