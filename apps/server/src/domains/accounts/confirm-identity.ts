import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { loginAccounts, loginSessions } from './accounts.schema.ts';
import { isLoginPassword } from './login-passwords.ts';

/** No new confirmation is needed for this long after a sign-in or a confirmation. */
const CONFIRMED_FOR_MINUTES = 10;

/**
 * Requires recent proof of identity before creating anything that outlives the sign-in, so that an unattended browser
 * is not enough.
 * @throws Refusal `CONFIRM_FIRST`
 */
export async function requireConfirmed(db: Db, signIn: { id: string | undefined } | { token: string }): Promise<void> {
  const session =
    'token' in signIn ? eq(loginSessions.token, signIn.token) : signIn.id && eq(loginSessions.id, signIn.id);
  const isOld = sql`greatest(${loginSessions.createdAt}, ${loginSessions.confirmedAt}) <= now() - make_interval(mins => ${CONFIRMED_FOR_MINUTES})`;
  // An expired login session gives no access anyway.
  if (!session || (await db.$count(loginSessions, and(session, isOld))) > 0) throw new Refusal('CONFIRM_FIRST');
}

/** Records that the person has just confirmed their identity in this login session. */
export async function recordConfirmation(db: Db, token: string): Promise<void> {
  await db.update(loginSessions).set({ confirmedAt: sql`now()` }).where(eq(loginSessions.token, token));
}

/**
 * Confirms the identity of a signed-in person by password.
 * @throws Refusal `UNAUTHORIZED`; `INVALID` if the password is wrong or they have none
 */
export async function confirmByPassword(db: Db, token: string | null, password: string): Promise<void> {
  const [login] =
    token === null
      ? []
      : await db
          .select({ hash: loginAccounts.password })
          .from(loginSessions)
          .leftJoin(
            loginAccounts,
            and(eq(loginAccounts.userId, loginSessions.userId), eq(loginAccounts.providerId, 'credential')),
          )
          .where(and(eq(loginSessions.token, token), sql`${loginSessions.expiresAt} > now()`));
  if (!login || token === null) throw new Refusal('UNAUTHORIZED');
  if (!login.hash || !(await isLoginPassword({ hash: login.hash, password }))) {
    throw invalid([faultAt('password', 'passwordWrong')]);
  }
  await recordConfirmation(db, token);
}
