import { KEY_PREFIX } from '@switchyard/contracts/accounts/api-keys';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { CLIENT_ADDRESS_HEADER } from '../../../platform/http/headers.ts';
import { CAN_BE_ENTERED, toWorkspaceRole } from '../../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../../workspaces/workspaces.schema.ts';
import { users } from '../accounts.schema.ts';
import { apiKeys } from '../keys.schema.ts';
import { hashKey } from './key-secret.ts';

const BEARER = new RegExp(`^bearer +(${KEY_PREFIX}\\S+)$`, 'i');

/** The key that a request carries; null: none of ours by its look. */
export const keyIn = (headers: Headers): string | null => BEARER.exec(headers.get('authorization') ?? '')?.[1] ?? null;

/**
 * For whom a key acts: whoever made it, in the workspace that it is of, with the rights that they have there now; never
 * as an admin of the platform. Never cached, so that what is revoked opens nothing any more. When and from where it was
 * used is written down once a minute.
 * @returns null when the key is none, was revoked, has expired, or its maker has left the workspace or could not enter
 *   it for want of a second factor
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
