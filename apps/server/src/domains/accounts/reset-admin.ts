import { and, eq, sql } from 'drizzle-orm';
import type { PlatformRole } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { writeAudit } from '../audit/index.ts';
import { loginAccounts, loginSessions, passkeys, twoFactors, users } from './accounts.schema.ts';
import { hashLoginPassword } from './login-passwords.ts';

/**
 * Lets a locked-out person in again: sets a new password and a platform role, removes two-factor authentication and
 * passkeys, and ends all login sessions. No questions asked, since whoever can run this has the database.
 * @returns false if no account has this address
 */
export async function resetAdmin(
  db: Db,
  { email, password, role }: { email: string; password: string; role: PlatformRole },
): Promise<boolean> {
  const passwordHash = await hashLoginPassword(password);
  return db.transaction(async (tx) => {
    const [person] = await tx
      .update(users)
      .set({ role, twoFactorEnabled: false, suspendedAt: null, updatedAt: sql`now()` })
      .where(eq(users.email, email.toLowerCase()))
      .returning({ id: users.id });
    if (!person) return false;
    const userId = person.id;
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
    await tx.delete(passkeys).where(eq(passkeys.userId, userId));
    await tx.delete(loginSessions).where(eq(loginSessions.userId, userId));
    const changed = await tx
      .update(loginAccounts)
      .set({ password: passwordHash, updatedAt: sql`now()` })
      .where(and(eq(loginAccounts.userId, userId), eq(loginAccounts.providerId, 'credential')))
      .returning({ id: loginAccounts.id });
    if (changed.length === 0) {
      await tx
        .insert(loginAccounts)
        .values({ userId, accountId: userId, providerId: 'credential', password: passwordHash });
    }
    const byCommand = { userId: null, fullName: 'reset-admin', workspaceId: '', onBehalfOf: null };
    await writeAudit(tx, byCommand, { action: 'account.reset', workspaceId: null, subject: userId, details: { role } });
    return true;
  });
}
