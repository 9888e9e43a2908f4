import { and, eq } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { anotherOwner, lockWorkspace, memberOf, withCurrentRole } from './lock-workspace.ts';
import { memberLeft } from './member-left.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { removeMemberRefusal } from './workspaces.policy.ts';
import { workspaceMembers } from './workspaces.schema.ts';

type Deps = ActionDeps & Pick<EdgeDeps, 'hooks' | 'log'>;
type Removal = { userId: string };

/**
 * Removes a member from the actor's workspace. What they scheduled is still sent, under the workspace.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `LAST_OWNER`
 */
export const removeMember: Action<Removal, Removal, Deps> = (deps, actor, { userId }) =>
  deps.db.transaction(async (tx) => {
    const { workspaceId } = actor;
    await lockWorkspace(tx, workspaceId);
    const member = await memberOf(tx, workspaceId, userId);
    authorize(removeMemberRefusal(await withCurrentRole(tx, actor), member));
    await writeAudit(tx, actor, { action: 'member.remove', subject: userId, details: { role: member.role } });
    return { result: { userId }, events: await removeFromWorkspace(deps, tx, workspaceId, userId) };
  });

/** Makes the actor leave one of their workspaces. @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `LAST_OWNER` */
export const leaveWorkspace: Action<{ workspaceId: string }, Removal, Deps> = (deps, actor, { workspaceId }) =>
  deps.db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    await lockWorkspace(tx, workspaceId);
    const { userId, role } = await memberOf(tx, workspaceId, actor.userId);
    await writeAudit(tx, actor, { action: 'member.leave', workspaceId, subject: userId, details: { role } });
    return { result: { userId }, events: await removeFromWorkspace(deps, tx, workspaceId, userId) };
  });

async function removeFromWorkspace(deps: Deps, tx: Db, workspaceId: string, userId: string): Promise<DomainEvent[]> {
  const heirId = await anotherOwner(tx, workspaceId, userId);
  await tx
    .delete(workspaceMembers)
    .where(and(eq(workspaceMembers.organizationId, workspaceId), eq(workspaceMembers.userId, userId)));
  const events = await memberLeft.call(deps, tx, { workspaceId, userId, heirId });
  return [...events, workspaceChanged(workspaceId)];
}
