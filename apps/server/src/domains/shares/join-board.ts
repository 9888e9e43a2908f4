import type { BoardInvitation } from '@switchyard/contracts/shares/operations';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { admitMember, lockWorkspace, toWorkspaceRole } from '../workspaces/index.ts';
import { findDestination, findInvitation } from './shares.queries.ts';
import { shares } from './shares.schema.ts';

/**
 * Resolves a link to a board: members need only the board, everybody else an invitation.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`
 */
export async function readInvitation(
  db: Db,
  { userId }: Pick<Actor, 'userId'>,
  { boardId, token }: { boardId?: string | undefined; token?: string | undefined },
  now: Date,
): Promise<BoardInvitation> {
  const direct = boardId ? await findDestination(db, boardId, userId) : null;
  const resolve = async () => {
    if (boardId && direct?.role) return { boardId, destination: direct, createdBy: null };
    if (!token) throw new Refusal('NOT_FOUND');
    const share = await findInvitation(db, token, now);
    const destination = await findDestination(db, share.boardId, userId);
    if (!destination || (boardId && boardId !== share.boardId)) throw new Refusal('NOT_FOUND');
    return { boardId: share.boardId, destination, createdBy: share.createdBy };
  };
  const { destination, createdBy, ...target } = await resolve();
  const [inviter] = createdBy ? await db.select({ name: users.name }).from(users).where(eq(users.id, createdBy)) : [];
  return {
    ...target,
    workspaceId: destination.workspaceId,
    workspaceName: destination.workspaceName,
    boardName: destination.boardName,
    role: toWorkspaceRole(destination.role ?? 'member'),
    isMember: destination.role !== null,
    invitedBy: inviter?.name ?? null,
  };
}

/**
 * Joins the workspace of a board as a member; for existing members this uses nothing up.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`
 */
export const joinBoard: Action<{ token: string }, { workspaceId: string; boardId: string }> = (
  { db, clock },
  actor,
  { token },
) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const { workspaceId } = await findInvitation(tx, token, clock.now());
    await lockWorkspace(tx, workspaceId);
    // Checked again under the lock: somebody may have joined, or a role may have changed.
    const { id, boardId } = await findInvitation(tx, token, clock.now());
    const destination = await findDestination(tx, boardId, actor.userId);
    const result = { workspaceId, boardId };
    if (destination?.role) return { result, events: [] };
    const used = await tx
      .update(shares)
      .set({ uses: sql`${shares.uses} + 1` })
      .where(
        and(
          eq(shares.id, id),
          isNull(shares.revokedAt),
          or(isNull(shares.maxUses), sql`${shares.uses} < ${shares.maxUses}`),
        ),
      )
      .returning({ id: shares.id });
    if (used.length === 0) throw new Refusal('SHARE_OVER');
    return { result, events: await admitMember(tx, actor, workspaceId, 'member') };
  });
