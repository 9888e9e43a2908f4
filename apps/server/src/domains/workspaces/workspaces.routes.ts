import { idOf, operations, performing } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeRole, transferOwnership } from './change-role.ts';
import { createWorkspace } from './create-workspace.ts';
import { cancelWorkspaceDeletion, deleteWorkspace } from './delete-workspace.ts';
import { invitationLink, invitationMail } from './invitation-mail.ts';
import { findInvitation, type InvitationRow, isInvitationMailed, listInvitations } from './invitations.queries.ts';
import { invite, withdrawInvitation } from './invite.ts';
import { listMembers, listOwnWorkspaces } from './members.queries.ts';
import { recordExport } from './record-export.ts';
import { leaveWorkspace, removeMember } from './remove-member.ts';
import { requireTwoFactor } from './require-two-factor.ts';
import { suspendMember } from './suspend-member.ts';
import { presentInvitation, presentMember, presentOwnWorkspace } from './workspaces.present.ts';
import { findWorkspace, toWorkspaceRole } from './workspaces.queries.ts';

const { workspaces } = operations;

export const workspacesRouter = {
  list: workspaces.list.handler(async ({ context: { actor, db }, input }) => {
    const { userId } = actor.onBehalfOf ?? actor;
    const { rows, total } = await listOwnWorkspaces(db, userId, input);
    return { data: rows.map(presentOwnWorkspace), total };
  }),
  create: workspaces.create.handler(performing(createWorkspace, idOf)),
  remove: workspaces.remove.handler(async ({ context: { perform } }) => {
    const { deleteAfter } = await perform(deleteWorkspace, {});
    return { deleteAfter: deleteAfter.toISOString() };
  }),
  keep: workspaces.keep.handler(({ context: { perform } }) => perform(cancelWorkspaceDeletion, {})),
  noteExport: workspaces.noteExport.handler(({ context: { perform }, input }) => perform(recordExport, input)),
  demandTwoFactor: workspaces.demandTwoFactor.handler(({ context: { perform }, input }) =>
    perform(requireTwoFactor, input),
  ),

  members: workspaces.members.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total, owners } = await listMembers(db, actor.workspaceId, input);
    const workspace = await findWorkspace(db, actor.workspaceId);
    const isTwoFactorDemanded = workspace?.demandsTwoFactor ?? false;
    return { data: rows.map((row) => presentMember(row, actor, owners)), total, owners, isTwoFactorDemanded };
  }),
  setRole: workspaces.setRole.handler(async ({ context: { perform }, input }) => {
    const { userId, role } = await perform(changeRole, input);
    return { _id: userId, role };
  }),
  removeMember: workspaces.removeMember.handler(async ({ context: { perform }, input }) => ({
    _id: (await perform(removeMember, input)).userId,
  })),
  suspendMember: workspaces.suspendMember.handler(async ({ context: { perform }, input }) => ({
    _id: (await perform(suspendMember, { ...input, isSuspended: true })).userId,
  })),
  reinstateMember: workspaces.reinstateMember.handler(async ({ context: { perform }, input }) => ({
    _id: (await perform(suspendMember, { ...input, isSuspended: false })).userId,
  })),
  transfer: workspaces.transfer.handler(async ({ context: { perform }, input }) => {
    const { userId, role } = await perform(transferOwnership, input);
    return { _id: userId, role };
  }),
  leave: workspaces.leave.handler(async ({ context: { perform }, input }) => ({
    _id: (await perform(leaveWorkspace, input)).userId,
  })),

  invitations: workspaces.invitations.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listInvitations(db, actor.workspaceId, input);
    return { data: rows.map(presentInvitation), total };
  }),
  invite: workspaces.invite.handler(async ({ context: { actor, db, perform, platform }, input }) => {
    const created = await perform(invite, input);
    const workspace = await findWorkspace(db, actor.workspaceId);
    const link = invitationLink(platform.config.publicUrl, actor.workspaceId, created.token);
    const { workspaceId, userId: inviterId } = actor;
    const isMailed =
      (await isInvitationMailed(db, { workspaceId, inviterId, email: created.email })) &&
      (await mailInvitation(platform, created, workspace?.name ?? '', link));
    return { ...presentInvitation(created), link, isMailed };
  }),
  withdrawInvitation: workspaces.withdrawInvitation.handler(performing(withdrawInvitation, idOf)),
  readInvitation: workspaces.readInvitation.handler(async ({ context: { actor, db }, input }) => {
    const invitation = await findInvitation(db, input);
    if (!invitation) throw new Refusal('NOT_FOUND');
    const { workspaceName, invitedBy, role, email, isOpen } = invitation;
    const isMine = email === (actor.onBehalfOf ?? actor).email.toLowerCase();
    if (!isOpen) throw new Refusal('INVITATION_OVER');
    return { workspaceName, invitedBy, role: toWorkspaceRole(role ?? ''), email, isMine };
  }),
  acceptInvitation: workspaces.acceptInvitation.handler(async ({ context: { perform }, input }) => ({
    _id: (await perform(acceptInvitation, input)).workspaceId,
  })),
};

/**
 * An invitation is valid without its mail, because the inviter has the link. It is never stored in the outbox, where
 * others could read it.
 */
async function mailInvitation(
  { config, mailer, log }: Platform,
  { email, invitedBy, language }: InvitationRow & { language: string | null },
  workspaceName: string,
  link: string,
): Promise<boolean> {
  if (config.smtpUrl === null) return false;
  return mailer.send(invitationMail(email, { invitedBy, workspaceName, link, language })).then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error }, 'an invitation could not be mailed');
      return false;
    },
  );
}
