import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toWorkspaceRole } from './workspaces.queries.ts';
import { workspaceMembers, workspaces } from './workspaces.schema.ts';

/**
 * Locks a workspace's membership until the transaction ends: changes of roles run one after another, and each sees the
 * previous one's result. Rows that refer to the workspace can still be written.
 * @throws Refusal `NOT_FOUND`
 */
export async function lockWorkspace(tx: Db, workspaceId: string): Promise<void> {
  const found = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for('no key update');
  if (found.length === 0) throw new Refusal('NOT_FOUND');
}

/** A person's membership in a workspace. @throws Refusal `NOT_FOUND` */
export async function memberOf(
  tx: Db,
  workspaceId: string,
  userId: string,
): Promise<{ userId: string; role: Actor['workspaceRole']; suspendedAt: Date | null }> {
  const [row] = await tx
    .select({
      userId: workspaceMembers.userId,
      role: workspaceMembers.role,
      suspendedAt: workspaceMembers.suspendedAt,
    })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.organizationId, workspaceId), eq(workspaceMembers.userId, userId)));
  if (!row) throw new Refusal('NOT_FOUND');
  return { ...row, role: toWorkspaceRole(row.role) };
}

/** The actor with their role now that the workspace is locked; it may have changed since the request. */
export async function withCurrentRole(tx: Db, actor: Actor): Promise<Actor> {
  const { role, suspendedAt } = await memberOf(tx, actor.workspaceId, actor.userId);
  if (suspendedAt) throw new Refusal('FORBIDDEN');
  return { ...actor, workspaceRole: role };
}

/** The longest-standing other owner. @throws Refusal `LAST_OWNER` */
export async function anotherOwner(tx: Db, workspaceId: string, userId: string): Promise<string> {
  const [other] = await tx
    .select({ userId: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.organizationId, workspaceId),
        eq(workspaceMembers.role, 'owner'),
        ne(workspaceMembers.userId, userId),
        isNull(workspaceMembers.suspendedAt),
      ),
    )
    .orderBy(asc(workspaceMembers.createdAt), asc(workspaceMembers.id))
    .limit(1);
  if (!other) throw new Refusal('LAST_OWNER');
  return other.userId;
}
