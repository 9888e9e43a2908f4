import type { OwnWorkspace, WorkspaceInvitation, WorkspaceMember } from '@switchyard/contracts/workspaces/operations';
import type { Actor } from '../../platform/actor.ts';
import type { InvitationRow } from './invitations.queries.ts';
import type { MemberRow, OwnWorkspaceRow } from './members.queries.ts';
import { memberAbilities } from './workspaces.policy.ts';
import { toWorkspaceRole } from './workspaces.queries.ts';

export const presentOwnWorkspace = ({ id, name, role, people, canBeEntered }: OwnWorkspaceRow): OwnWorkspace => ({
  _id: id,
  name,
  role: toWorkspaceRole(role),
  people,
  needsTwoFactor: !canBeEntered,
});

/**
 * @param actor the reader, who determines what is visible and allowed
 * @param owners of the workspace: the last one is offered no other role
 */
export function presentMember(row: MemberRow, actor: Actor, owners: number): WorkspaceMember {
  const role = toWorkspaceRole(row.role);
  const abilities = memberAbilities(actor, { userId: row.userId, role });
  return {
    _id: row.userId,
    fullName: row.fullName,
    email: row.email,
    role,
    joinedAt: row.joinedAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    hasTwoFactor: actor.workspaceRole === 'member' ? null : row.hasTwoFactor,
    abilities:
      role === 'owner' && owners === 1 && !row.suspendedAt
        ? { ...abilities, roles: [], remove: false, suspend: false }
        : abilities,
  };
}

export const presentInvitation = (row: InvitationRow): WorkspaceInvitation => ({
  _id: row.id,
  email: row.email,
  role: toWorkspaceRole(row.role ?? ''),
  invitedBy: row.invitedBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
