import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { anotherOwner, lockWorkspace, memberOf, withCurrentRole } from './lock-workspace.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { suspendMemberRefusal } from './workspaces.policy.ts';
import { workspaceMembers } from './workspaces.schema.ts';

interface Suspension {
  userId: string;
  isSuspended: boolean;
}

/**
 * Suspends a member in the actor's workspace only, with their keys and connected apps there, or reinstates them. What
 * they scheduled is still sent.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `LAST_OWNER`
 */
export const suspendMember: Action<Suspension, Suspension> = ({ db }, actor, { userId, isSuspended }) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    await lockWorkspace(tx, workspaceId);
    const member = await memberOf(tx, workspaceId, userId);
    authorize(suspendMemberRefusal(await withCurrentRole(tx, actor), member));
    if (isSuspended === (member.suspendedAt !== null)) return { result: { userId, isSuspended }, events: [] };
    if (isSuspended && member.role === 'owner') await anotherOwner(tx, workspaceId, userId);
    await tx
      .update(workspaceMembers)
      .set({ suspendedAt: isSuspended ? sql`now()` : null })
      .where(and(eq(workspaceMembers.organizationId, workspaceId), eq(workspaceMembers.userId, userId)));
    await writeAudit(tx, actor, { action: isSuspended ? 'member.suspend' : 'member.reinstate', subject: userId });
    return { result: { userId, isSuspended }, events: [workspaceChanged(workspaceId)] };
  });
