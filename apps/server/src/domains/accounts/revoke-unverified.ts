import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { loginSessions, passkeys, users } from './accounts.schema.ts';
import { credentialsRevoked } from './credentials-revoked.ts';
import { endResetLinks } from './end-sign-ins.ts';
import { apiKeys } from './keys.schema.ts';

/**
 * The ways into an account that were set up while nobody had proven its address, for whoever it belongs to has come by
 * another: login sessions, passkeys, mailed links, programs' keys, and clients that were let in. Passwords are the
 * caller's.
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
 * Somebody has set a new password by a mailed link: no other link works any more, and of an account whose address was
 * never proven no other way in.
 * @param isMailed a mail server took the link to the address, which is proven by it; else an administrator handed it
 *   over
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
