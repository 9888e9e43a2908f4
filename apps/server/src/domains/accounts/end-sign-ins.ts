import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { loginSessions, verifications } from './accounts.schema.ts';

/** Mailed links that a person has not used yet set no password any more. */
export async function endResetLinks(db: Db, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId));
}

/** After a change of the password: whoever is signed in elsewhere is not any more, and no link that was mailed before works. */
export async function endOtherSignIns(db: Db, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [kept] = await tx.select().from(loginSessions).where(eq(loginSessions.token, token));
    if (!kept) return;
    await tx.delete(loginSessions).where(and(eq(loginSessions.userId, kept.userId), ne(loginSessions.token, token)));
    await endResetLinks(tx, kept.userId);
  });
}
