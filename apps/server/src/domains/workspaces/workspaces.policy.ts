import { WORKSPACE_ROLES, type WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type Who = Pick<Actor, 'userId' | 'workspaceRole' | 'onBehalfOf'>;
interface Member {
  userId: string;
  role: WorkspaceRole;
}

const unless = (isAllowed: boolean): Refusal | null => (isAllowed ? null : new Refusal('FORBIDDEN'));

/** Owners and admins of a workspace may rename it, set its zone and country, and ask for a second factor. */
export const updateWorkspaceRefusal = (actor: Pick<Actor, 'workspaceRole' | 'onBehalfOf'>): Refusal | null =>
  changeRefusal(actor) ?? unless(actor.workspaceRole !== 'member');

/** Owners give every role; admins those below an owner's; members none. */
export const giveRoleRefusal = (actor: Who, role: WorkspaceRole): Refusal | null =>
  updateWorkspaceRefusal(actor) ?? unless(actor.workspaceRole === 'owner' || role !== 'owner');

/** An owner is above everybody, themselves included; an admin above whoever is no owner. */
export const changeRoleRefusal = (actor: Who, member: Member, role: WorkspaceRole): Refusal | null =>
  giveRoleRefusal(actor, role) ?? giveRoleRefusal(actor, member.role);

/** The same, of somebody else: oneself leaves. */
export const removeMemberRefusal = (actor: Who, member: Member): Refusal | null =>
  giveRoleRefusal(actor, member.role) ?? unless(member.userId !== actor.userId);

/** Whoever may remove somebody may keep them out for a while. */
export const suspendMemberRefusal = (actor: Who, member: Member): Refusal | null => removeMemberRefusal(actor, member);

/** An owner hands the ownership over to somebody else. */
export const transferRefusal = (actor: Who, member: Member): Refusal | null =>
  updateWorkspaceRefusal(actor) ?? unless(actor.workspaceRole === 'owner' && member.userId !== actor.userId);

/** Owners have a workspace deleted, and keep it after all. */
export const deleteWorkspaceRefusal = (actor: Who): Refusal | null =>
  updateWorkspaceRefusal(actor) ?? unless(actor.workspaceRole === 'owner');

/** What an actor may do with a member, for their screen. */
export const memberAbilities = (actor: Who, member: Member) => ({
  roles: WORKSPACE_ROLES.filter((role) => role !== member.role && changeRoleRefusal(actor, member, role) === null),
  remove: removeMemberRefusal(actor, member) === null,
  suspend: suspendMemberRefusal(actor, member) === null,
  transfer: transferRefusal(actor, member) === null,
});
