import type { AccessScope, Grant } from '@switchyard/contracts/mcp/operations';
import { and, desc, eq } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { oauthClients, oauthGrants } from '../oauth.schema.ts';
import { publisherOf } from './fetch-client.ts';
import { describeRedirect } from './redirects.ts';

/** The scopes in a list that grant access. */
export const accessScopesOf = (scopes: readonly string[]): AccessScope[] =>
  (['mcp:read', 'mcp:write'] as const).filter((scope) => scopes.includes(scope));

/** A client's own name, or else where it redirects people. */
export const nameOfClient = ({ name, redirectUris }: Pick<typeof oauthClients.$inferSelect, 'name' | 'redirectUris'>) =>
  name?.trim() || describeRedirect(redirectUris[0] ?? '');

/** Grants of the workspace visible to the actor: their own; for owners and admins everybody's. */
export const visibleGrants = ({ workspaceId, workspaceRole, userId }: Actor) =>
  and(
    eq(oauthGrants.referenceId, workspaceId),
    workspaceRole === 'member' ? eq(oauthGrants.userId, userId) : undefined,
  );

/** One page of visible grants, latest first. */
export async function listGrants(db: Db, actor: Actor, { limit, skip }: { limit: number; skip: number }) {
  const where = visibleGrants(actor);
  const rows = await db
    .select({ grant: oauthGrants, client: oauthClients, by: users.name })
    .from(oauthGrants)
    .innerJoin(oauthClients, eq(oauthClients.clientId, oauthGrants.clientId))
    .innerJoin(users, eq(users.id, oauthGrants.userId))
    .where(where)
    .orderBy(desc(oauthGrants.createdAt), desc(oauthGrants.id))
    .limit(limit)
    .offset(skip);
  const data = rows.map(
    ({ grant, client, by }): Grant => ({
      _id: grant.id,
      clientName: nameOfClient(client),
      publisher: publisherOf(client.clientId),
      redirectHosts: [...new Set(client.redirectUris.map(describeRedirect))],
      scopes: accessScopesOf(grant.scopes),
      by,
      createdAt: grant.createdAt.toISOString(),
      lastUsedAt: grant.lastUsedAt?.toISOString() ?? null,
    }),
  );
  return { data, total: await db.$count(oauthGrants, where) };
}
