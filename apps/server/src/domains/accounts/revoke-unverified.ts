import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { loginSessions, passkeys, users } from './accounts.schema.ts';
import { credentialsRevoked } from './credentials-revoked.ts';
import { endResetLinks } from './end-sign-ins.ts';
import { apiKeys } from './keys.schema.ts';

/**
 * Revokes the ways into an account that were set up before its address was verified, once the address's owner has
 * arrived another way: login sessions, passkeys, mailed links, API keys and connected clients. The caller deals with
 * passwords.
 */
export async function revokeUnverified(hooks: Platform['hooks'], tx: Db, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)));
  await tx.delete(loginSessions).where(eq(loginSessions.userId, userId));
  await endResetLinks(tx, userId);
  await credentialsRevoked.callBatch(hooks, tx, [{ userId }]);
}

/**
 * After a password reset by link: revokes all other links and, if the address was never verified, every other way into
 * the account.
 * @param isMailed whether the link went out by email, which verifies the address; otherwise an administrator handed it
 * over
 */
export async function settlePasswordReset(
  { db, hooks }: { db: Db } & Pick<Platform, 'hooks'>,
  { userId, isMailed }: { userId: string; isMailed: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const isUnproven = and(eq(users.id, userId), eq(users.emailVerified, false));
    const [unproven] = await tx.select({ id: users.id }).from(users).where(isUnproven).for('update');
    if (!unproven) return endResetLinks(tx, userId);
    await revokeUnverified(hooks, tx, userId);
    if (isMailed) await tx.update(users).set({ emailVerified: true, updatedAt: sql`now()` }).where(isUnproven);
  });
}
