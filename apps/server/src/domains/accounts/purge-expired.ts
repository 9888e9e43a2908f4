import { lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { loginSessions, signInDevices, verifications } from './accounts.schema.ts';

/** A browser keeps the cookie by which it is known again for so long at most. */
const DEVICE_KEPT = sql`interval '400 days'`;

/**
 * Removes login sessions and mailed links whose time has passed, by the database's clock: nobody can use them any more.
 * @returns how many.
 */
export async function purgeExpired(db: Db): Promise<{ loginSessions: number; mailedLinks: number }> {
  const sessions = await db.delete(loginSessions).where(lt(loginSessions.expiresAt, sql`now()`));
  const links = await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
  await db.delete(signInDevices).where(lt(signInDevices.lastSeenAt, sql`now() - ${DEVICE_KEPT}`));
  return { loginSessions: sessions.rowCount ?? 0, mailedLinks: links.rowCount ?? 0 };
}
