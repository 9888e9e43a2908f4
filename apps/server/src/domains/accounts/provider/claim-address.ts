import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loginAccounts, users } from '../accounts.schema.ts';
import { revokeUnverified } from '../revoke-unverified.ts';
import { PROVIDER_ID } from './provider-id.ts';

/**
 * What a mailed link does, by the word of the provider: whose address it is takes the account over that was made with
 * it before anybody had proven that it is theirs. Whoever made it is signed out, and neither their password nor a
 * passkey or key of theirs opens it any more. An account whose address was proven stays as it is.
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
