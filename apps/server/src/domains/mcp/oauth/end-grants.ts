import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { credentialsRevoked } from '../../accounts/index.ts';
import { memberLeft } from '../../workspaces/index.ts';
import { oauthAccessTokens, oauthGrants, oauthRefreshTokens } from '../oauth.schema.ts';

/** Revokes grants with all their tokens, effective from the clients' next call. @returns those that existed */
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

/** Members who leave and return have to allow their clients again. */
export const endGrantsOfMember = memberLeft.hook('mcp', async (tx, { userId, workspaceId }) => {
  await endGrants(tx, and(eq(oauthGrants.userId, userId), eq(oauthGrants.referenceId, workspaceId)));
  return [];
});

/** Revoking all of a person's credentials, or taking over an account, also revokes what clients were allowed. */
export const endGrantsOfPerson = credentialsRevoked.hook('mcp', async (tx, { userId }) => {
  await endGrants(tx, eq(oauthGrants.userId, userId));
  return [];
});
