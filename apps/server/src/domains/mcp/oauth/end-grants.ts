import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { credentialsRevoked } from '../../accounts/index.ts';
import { memberLeft } from '../../workspaces/index.ts';
import { oauthAccessTokens, oauthGrants, oauthRefreshTokens } from '../oauth.schema.ts';

/** Takes grants away, from the clients' next calls on, with all their tokens. @returns those that were there */
export async function endGrants(tx: Db, which: SQL | undefined): Promise<(typeof oauthGrants.$inferSelect)[]> {
  const ended = await tx.delete(oauthGrants).where(which).returning();
  if (ended.length === 0) return ended;
  for (const tokens of [oauthAccessTokens, oauthRefreshTokens]) {
    const ofGrants = ended.map(({ clientId, userId, referenceId }) =>
      and(eq(tokens.clientId, clientId), eq(tokens.userId, userId), eq(tokens.referenceId, referenceId)),
    );
    await tx.delete(tokens).where(or(...ofGrants));
  }
  return ended;
}

/** Who leaves a workspace and comes back lets their clients in anew. */
export const endGrantsOfMember = memberLeft.hook('mcp', async (tx, { userId, workspaceId }) => {
  await endGrants(tx, and(eq(oauthGrants.userId, userId), eq(oauthGrants.referenceId, workspaceId)));
  return [];
});

/**
 * Whoever makes all their keys worthless, or takes an account over that was not theirs, ends what clients were allowed.
 */
export const endGrantsOfPerson = credentialsRevoked.hook('mcp', async (tx, { userId }) => {
  await endGrants(tx, eq(oauthGrants.userId, userId));
  return [];
});
