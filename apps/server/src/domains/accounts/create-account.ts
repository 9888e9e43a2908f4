import type { PlatformRole } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { loginAccounts, users } from './accounts.schema.ts';

/**
 * Creates a person who signs in with a password, without the emails and limits of a sign-up.
 * @returns the person's id
 */
export async function createAccount(
  db: Db,
  person: { name: string; email: string; role: PlatformRole; passwordHash: string },
): Promise<string> {
  const id = newId();
  const { name, email, role, passwordHash } = person;
  await db.insert(users).values({ id, name, email: email.toLowerCase(), role, emailVerified: true });
  await db
    .insert(loginAccounts)
    .values({ userId: id, accountId: id, providerId: 'credential', password: passwordHash });
  return id;
}

/** Whether any account exists; a fresh installation has none. */
export const hasAnyAccount = async (db: Db): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
