import type { WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findInvitation } from './invitations.queries.ts';
import { lockWorkspace } from './lock-workspace.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { toWorkspaceRole } from './workspaces.queries.ts';
import { workspaceInvitations, workspaceMembers } from './workspaces.schema.ts';

/**
 * Joins a workspace by an invitation link, which works once and only for its own address.
 * @throws Refusal `NOT_FOUND` for an unknown link, `INVITATION_OVER`, `INVITATION_OF_ANOTHER`
 */
export const acceptInvitation: Action<{ workspaceId: string; token: string }, { workspaceId: string }> = (
  { db },
  actor,
  { workspaceId, token },
) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    await lockWorkspace(tx, workspaceId);
    const invitation = await findInvitation(tx, { workspaceId, token });
    if (!invitation) throw new Refusal('NOT_FOUND');
    if (invitation.email !== actor.email.toLowerCase()) throw new Refusal('INVITATION_OF_ANOTHER');
    if (!invitation.isOpen) throw new Refusal('INVITATION_OVER');
    const role = toWorkspaceRole(invitation.role ?? '');
    await tx
      .update(workspaceInvitations)
      .set({ status: 'accepted' })
      .where(and(eq(workspaceInvitations.id, invitation.id), eq(workspaceInvitations.status, 'pending')));
    return { result: { workspaceId }, events: await admitMember(tx, actor, workspaceId, role) };
  });

/** Makes the actor a member of a workspace that the caller has locked. @returns the events to publish */
export async function admitMember(
  tx: Db,
  actor: Pick<Actor, 'userId' | 'fullName' | 'workspaceId' | 'onBehalfOf' | 'address'>,
  workspaceId: string,
  role: WorkspaceRole,
): Promise<DomainEvent[]> {
  await tx
    .insert(workspaceMembers)
    .values({ organizationId: workspaceId, userId: actor.userId, role })
    .onConflictDoNothing();
  await writeAudit(tx, actor, { action: 'member.join', workspaceId, subject: actor.userId, details: { role } });
  return [workspaceChanged(workspaceId)];
}
