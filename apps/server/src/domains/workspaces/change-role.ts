import type { WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { anotherOwner, lockWorkspace, memberOf, withCurrentRole } from './lock-workspace.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { changeRoleRefusal, transferRefusal } from './workspaces.policy.ts';
import { workspaceMembers } from './workspaces.schema.ts';

/** Changes a member's role in the actor's workspace. @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `LAST_OWNER` */
export const changeRole: Action<{ userId: string; role: WorkspaceRole }, { userId: string; role: WorkspaceRole }> = (
  { db },
  actor,
  { userId, role },
) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    await lockWorkspace(tx, workspaceId);
    const member = await memberOf(tx, workspaceId, userId);
    authorize(changeRoleRefusal(await withCurrentRole(tx, actor), member, role));
    if (member.role === 'owner' && role !== 'owner') await anotherOwner(tx, workspaceId, userId);
    await setRole(tx, workspaceId, userId, role);
    const details = { from: member.role, to: role };
    await writeAudit(tx, actor, { action: 'member.role', subject: userId, details });
    return { result: { userId, role }, events: [workspaceChanged(workspaceId)] };
  });

/** Makes somebody an owner and the actor an admin, both or neither. @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const transferOwnership: Action<{ userId: string }, { userId: string; role: WorkspaceRole }> = (
  { db },
  actor,
  { userId },
) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    await lockWorkspace(tx, workspaceId);
    const member = await memberOf(tx, workspaceId, userId);
    authorize(transferRefusal(await withCurrentRole(tx, actor), member));
    await setRole(tx, workspaceId, userId, 'owner');
    await setRole(tx, workspaceId, actor.userId, 'admin');
    await writeAudit(tx, actor, { action: 'member.transfer', subject: userId });
    return { result: { userId, role: 'owner' }, events: [workspaceChanged(workspaceId)] };
  });

const setRole = (tx: Db, workspaceId: string, userId: string, role: WorkspaceRole) =>
  tx
    .update(workspaceMembers)
    .set({ role })
    .where(and(eq(workspaceMembers.organizationId, workspaceId), eq(workspaceMembers.userId, userId)));
