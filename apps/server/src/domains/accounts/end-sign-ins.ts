import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { loginSessions, verifications } from './accounts.schema.ts';

/** Revokes unused password reset links. */
export async function endResetLinks(db: Db, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId));
}

/** After a password change: ends all other login sessions and revokes mailed links. */
export async function endOtherSignIns(db: Db, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [current] = await tx.select().from(loginSessions).where(eq(loginSessions.token, token));
    if (!current) return;
    await tx.delete(loginSessions).where(and(eq(loginSessions.userId, current.userId), ne(loginSessions.token, token)));
    await endResetLinks(tx, current.userId);
  });
}

interface CurrentSignIn {
  /** The actor's own login session, which continues. */
  loginToken: string | null;
}

/**
 * Ends another login session of the actor.
 * @throws Refusal `NOT_FOUND` if there is none with this id, or it is the current one
 */
export const endSignIn: Action<CurrentSignIn & { id: string }, { ended: number }> = async (
  deps,
  actor,
  { id, loginToken },
) => {
  const outcome = await endWhere(deps, actor, { loginToken }, eq(loginSessions.id, id));
  if (outcome.result.ended === 0) throw new Refusal('NOT_FOUND');
  return outcome;
};

/** Ends all login sessions of the actor except the current one. */
export const endAllOtherSignIns: Action<CurrentSignIn, { ended: number }> = (deps, actor, given) =>
  endWhere(deps, actor, given, undefined);

const endWhere = (
  { db }: Parameters<typeof endSignIn>[0],
  actor: Parameters<typeof endSignIn>[1],
  { loginToken }: CurrentSignIn,
  which: SQL | undefined,
) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const elsewhere = and(eq(loginSessions.userId, actor.userId), ne(loginSessions.token, loginToken ?? ''), which);
    const ended = (await tx.delete(loginSessions).where(elsewhere).returning({ id: loginSessions.id })).length;
    if (ended > 0) await writeAudit(tx, actor, { action: 'account.sign-out', workspaceId: null, details: { ended } });
    return { result: { ended }, events: [] };
  });
