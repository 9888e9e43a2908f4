import { WORKSPACE_ROLES, type WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type MemberActor = Pick<Actor, 'userId' | 'workspaceRole' | 'onBehalfOf'>;
interface Member {
  userId: string;
  role: WorkspaceRole;
}

const forbidUnless = (isAllowed: boolean): Refusal | null => (isAllowed ? null : new Refusal('FORBIDDEN'));

/** Owners and admins of a workspace may change its name, zone and country, and require two-factor authentication. */
export const updateWorkspaceRefusal = (actor: Pick<Actor, 'workspaceRole' | 'onBehalfOf'>): Refusal | null =>
  changeRefusal(actor) ?? forbidUnless(actor.workspaceRole !== 'member');

/** Owners may give every role; admins those below owner; members none. */
export const giveRoleRefusal = (actor: MemberActor, role: WorkspaceRole): Refusal | null =>
  updateWorkspaceRefusal(actor) ?? forbidUnless(actor.workspaceRole === 'owner' || role !== 'owner');

/** Owners may change every role, including their own; admins those of anybody who is not an owner. */
export const changeRoleRefusal = (actor: MemberActor, member: Member, role: WorkspaceRole): Refusal | null =>
  giveRoleRefusal(actor, role) ?? giveRoleRefusal(actor, member.role);

/** The same for removing somebody else; for themselves people use leaving. */
export const removeMemberRefusal = (actor: MemberActor, member: Member): Refusal | null =>
  giveRoleRefusal(actor, member.role) ?? forbidUnless(member.userId !== actor.userId);

/** Those who may remove a member may also suspend them. */
export const suspendMemberRefusal = (actor: MemberActor, member: Member): Refusal | null =>
  removeMemberRefusal(actor, member);

/** An owner may transfer ownership to somebody else. */
export const transferRefusal = (actor: MemberActor, member: Member): Refusal | null =>
  updateWorkspaceRefusal(actor) ?? forbidUnless(actor.workspaceRole === 'owner' && member.userId !== actor.userId);

/** Owners may delete a workspace and cancel its deletion. */
export const deleteWorkspaceRefusal = (actor: MemberActor): Refusal | null =>
  updateWorkspaceRefusal(actor) ?? forbidUnless(actor.workspaceRole === 'owner');

/** What an actor may do with a member, for their screen. */
export const memberAbilities = (actor: MemberActor, member: Member) => ({
  roles: WORKSPACE_ROLES.filter((role) => role !== member.role && changeRoleRefusal(actor, member, role) === null),
  remove: removeMemberRefusal(actor, member) === null,
  suspend: suspendMemberRefusal(actor, member) === null,
  transfer: transferRefusal(actor, member) === null,
});
