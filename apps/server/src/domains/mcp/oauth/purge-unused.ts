import { and, lt, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { oauthAccessTokens, oauthClients, oauthGrants, oauthRefreshTokens } from '../oauth.schema.ts';

/** Deletes expired tokens, and clients that registered over a day ago and have no grant. */
export async function purgeUnused(db: Db): Promise<void> {
  await db.delete(oauthAccessTokens).where(lt(oauthAccessTokens.expiresAt, sql`now()`));
  await db.delete(oauthRefreshTokens).where(lt(oauthRefreshTokens.expiresAt, sql`now()`));
  const grants = db
    .select({ one: sql`1` })
    .from(oauthGrants)
    .where(sql`${oauthGrants.clientId} = ${oauthClients.clientId}`);
  await db
    .delete(oauthClients)
    .where(and(lt(oauthClients.createdAt, sql`now() - interval '1 day'`), notExists(grants)));
}
