import { lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { loginSessions, verifications } from './accounts.schema.ts';

/** Removes login sessions and mailed links whose time has passed, by the database's clock: nobody can use them any more. @returns how many. */
export async function forgetExpired(db: Db): Promise<{ loginSessions: number; mailedLinks: number }> {
  const sessions = await db.delete(loginSessions).where(lt(loginSessions.expiresAt, sql`now()`));
  const links = await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
  return { loginSessions: sessions.rowCount ?? 0, mailedLinks: links.rowCount ?? 0 };
}
