import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { CAN_BE_ENTERED, toWorkspaceRole } from '../../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../../workspaces/workspaces.schema.ts';
import { oauthAccessTokens, oauthGrants } from '../oauth.schema.ts';
import { ACCESS_TOKEN_START, hashToken } from './oauth-server.ts';

const BEARER = new RegExp(`^bearer +${ACCESS_TOKEN_START}(\\S+)$`, 'i');

/**
 * The actor of a client: the person who allowed it, in the workspace they chose, with the rights they have there now,
 * but never as a platform admin. Never cached. The grant decides, whatever the token was issued for.
 * @returns null if the token is unknown or expired, or its grant was revoked
 */
export async function actorOfToken(
  { database: { db }, tools }: Pick<Platform, 'database' | 'tools'>,
  authorization: string,
): Promise<Actor | null> {
  const [, token] = BEARER.exec(authorization) ?? [];
  if (token === undefined) return null;
  const [row] = await db
    .select({
      id: oauthGrants.id,
      allowed: oauthGrants.scopes,
      scopes: oauthAccessTokens.scopes,
      workspaceId: oauthGrants.referenceId,
      userId: users.id,
      email: users.email,
      fullName: users.name,
      workspaceRole: workspaceMembers.role,
      isFresh: sql<boolean>`coalesce(${oauthGrants.lastUsedAt} > now() - interval '1 minute', false)`,
    })
    .from(oauthAccessTokens)
    .innerJoin(
      oauthGrants,
      and(
        eq(oauthGrants.clientId, oauthAccessTokens.clientId),
        eq(oauthGrants.userId, oauthAccessTokens.userId),
        eq(oauthGrants.referenceId, oauthAccessTokens.referenceId),
      ),
    )
    .innerJoin(users, eq(users.id, oauthGrants.userId))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.userId, users.id), eq(workspaceMembers.organizationId, oauthGrants.referenceId)),
    )
    .innerJoin(workspaces, eq(workspaces.id, oauthGrants.referenceId))
    .where(
      and(
        CAN_BE_ENTERED,
        eq(oauthAccessTokens.token, hashToken(token)),
        isNull(oauthAccessTokens.revoked),
        gt(oauthAccessTokens.expiresAt, sql`now()`),
      ),
    );
  if (!row) return null;
  const { id, allowed, scopes, isFresh, workspaceRole, ...who } = row;
  if (!isFresh) await db.update(oauthGrants).set({ lastUsedAt: sql`now()` }).where(eq(oauthGrants.id, id));
  const effects = { 'mcp:read': 'read', 'mcp:write': 'change' } as Record<string, string>;
  const mayDo = scopes.filter((scope) => allowed.includes(scope)).map((scope) => effects[scope]);
  const opened = [...tools.values()].filter(({ effect }) => mayDo.includes(effect));
  return {
    ...who,
    role: 'user',
    workspaceRole: toWorkspaceRole(workspaceRole),
    onBehalfOf: null,
    key: { id, scopes: [...new Set(opened.map(({ scope, effect }) => `${scope}:${effect}`))] },
  };
}
