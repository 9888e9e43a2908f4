import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loginAccounts, users } from '../accounts.schema.ts';
import { revokeUnverified } from '../revoke-unverified.ts';
import { PROVIDER_ID } from './provider-id.ts';

/**
 * Lets the owner of an address, as proven by the provider, take over the account that was made with it before the
 * address was verified. Whoever made the account is signed out, and their password, passkeys and keys no longer work.
 * Accounts with a verified address are not changed.
 */
export async function claimAddress(
  { db, hooks }: { db: Db } & Pick<Platform, 'hooks'>,
  { subject, email }: { subject: string; email: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const ofSubject = and(eq(loginAccounts.providerId, PROVIDER_ID), eq(loginAccounts.accountId, subject));
    if ((await tx.$count(loginAccounts, ofSubject)) > 0) return;
    const [claimed] = await tx
      .update(users)
      .set({ emailVerified: true, updatedAt: sql`now()` })
      .where(and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, false)))
      .returning({ id: users.id });
    if (!claimed) return;
    await tx
      .delete(loginAccounts)
      .where(and(eq(loginAccounts.userId, claimed.id), eq(loginAccounts.providerId, 'credential')));
    await revokeUnverified(hooks, tx, claimed.id);
  });
}
