import { lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { loginSessions, signInDevices, verifications } from './accounts.schema.ts';

/** Maximum lifetime of the cookie by which a browser is recognised. */
const DEVICE_RETENTION = sql`interval '400 days'`;

/**
 * Deletes login sessions and mailed links that have expired by the database's clock.
 * @returns how many
 */
export async function purgeExpired(db: Db): Promise<{ loginSessions: number; mailedLinks: number }> {
  const sessions = await db.delete(loginSessions).where(lt(loginSessions.expiresAt, sql`now()`));
  const links = await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
  await db.delete(signInDevices).where(lt(signInDevices.lastSeenAt, sql`now() - ${DEVICE_RETENTION}`));
  return { loginSessions: sessions.rowCount ?? 0, mailedLinks: links.rowCount ?? 0 };
}
