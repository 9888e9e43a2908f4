import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page, zoneName } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';

export const WORKSPACE_ROLES = ['owner', 'admin', 'member'] as const;
export const workspaceRole = z.enum(WORKSPACE_ROLES);
export type WorkspaceRole = z.infer<typeof workspaceRole>;

/** Maximum workspaces per owner. */
export const MAX_OWNED_WORKSPACES = 20;
/** Maximum pending invitations per workspace. */
export const MAX_OPEN_INVITATIONS = 100;
/** Days between the request of a deletion and its execution, during which it can be cancelled. */
export const DELETION_DAYS = 14;
/** Days until an invitation expires. */
export const INVITATION_DAYS = 7;

/** Errors of operations on members and workspaces; nothing was changed. */
export const workspaceErrors = {
  /** The requested workspace (`x-workspace-id`) is not, or no longer, one of the person's. */
  WORKSPACE_LEFT: { status: 409, message: 'You’re no longer in this workspace.' },
  /** The last owner must first make somebody else an owner. */
  LAST_OWNER: { status: 409, message: 'A workspace needs an owner. Make someone else an owner first.' },
  TWO_FACTOR_NEEDED: {
    status: 403,
    message: 'This workspace requires two-factor authentication. Set it up for your account first.',
  },
  /** The invitation's link was used, withdrawn or has expired. */
  INVITATION_OVER: { status: 410, message: 'This invitation was used, withdrawn or has expired. Ask for a new one.' },
  INVITATION_OF_ANOTHER: {
    status: 403,
    message: 'This invitation is for another email address. Sign in with that one.',
  },
} as const;

const ownWorkspace = z.object({
  _id: entityId,
  name: z.string(),
  role: workspaceRole,
  people: z.number().int(),
  needsTwoFactor: z.boolean().describe('Whether the caller must set up two-factor authentication before entering it.'),
});
export type OwnWorkspace = z.infer<typeof ownWorkspace>;

const member = z.object({
  _id: entityId.describe('Id of the person.'),
  fullName: z.string(),
  email: z.string(),
  role: workspaceRole,
  joinedAt: instant,
  suspendedAt: instant.nullable().describe('When they were suspended from this workspace; null if not suspended.'),
  hasTwoFactor: z.boolean().nullable().describe('Null unless the caller is an owner or admin.'),
  abilities: z.object({
    roles: z.array(workspaceRole).describe('Roles that the caller may give them.'),
    remove: z.boolean(),
    suspend: z.boolean().describe('Whether the caller may suspend and reinstate them.'),
    transfer: z.boolean(),
  }),
});
export type WorkspaceMember = z.infer<typeof member>;

const invitation = z.object({
  _id: entityId,
  email: z.string(),
  role: workspaceRole,
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type WorkspaceInvitation = z.infer<typeof invitation>;

const madeInvitation = invitation.extend({
  link: z.string().describe('Returned only once; just its hash is stored.'),
  isMailed: z
    .boolean()
    .describe('False if there is no mail server or it rejected the mail; the link must be sent manually.'),
});

/** Exports of a workspace's data. */
const exported = z.enum(['messages', 'contacts', 'campaign-recipients', 'bot-answers', 'board-items', 'inbox-report']);
export type ExportKind = z.infer<typeof exported>;

const at = routesUnder('workspaces');

export const workspacesContract = {
  list: query(null)
    .route(at.get('/workspaces', 'My workspaces, by name'))
    .input(listQuery.omit({ sort: true }))
    .output(page(ownWorkspace)),
  create: mutation(null)
    .route(at.post('/workspaces', 'Create a workspace, as its owner', { successStatus: 201 }))
    .input(z.object({ name: lineOfText(120), zone: zoneName, country: z.string().length(2) }))
    .output(z.object({ _id: entityId })),
  remove: mutation(null, 'workspace-admin')
    .route(
      at.post(
        '/workspace/deletion',
        `Schedule the deletion of the workspace in ${DELETION_DAYS} days; its engines stop now`,
      ),
    )
    .output(z.object({ deleteAfter: instant })),
  keep: mutation(null, 'workspace-admin')
    .route(at.delete('/workspace/deletion', 'Cancel the deletion of the workspace'))
    .output(z.object({ deleteAfter: z.null() })),
  noteExport: mutation(null)
    .route(at.post('/workspace/exports', 'Record in the audit log that I exported data as a file'))
    .input(z.object({ what: exported, rows: z.number().int().min(0) }))
    .output(z.object({ what: exported })),
  demandTwoFactor: mutation(null, 'workspace-admin')
    .route(at.put('/workspace/two-factor', 'Require two-factor authentication in the workspace, or stop requiring it'))
    .input(z.object({ isDemanded: z.boolean() }))
    .output(z.object({ isDemanded: z.boolean() })),

  members: query(null)
    .route(at.get('/workspace/members', 'Members of the workspace, by name'))
    .input(listQuery.omit({ sort: true }).extend({ search: z.string().max(200).optional() }))
    .output(page(member).extend({ owners: z.number().int(), isTwoFactorDemanded: z.boolean() })),
  setRole: mutation(null, 'workspace-admin')
    .route(at.patch('/workspace/members/{userId}', 'Change a member’s role'))
    .input(z.object({ userId: entityId, role: workspaceRole }))
    .output(z.object({ _id: entityId, role: workspaceRole })),
  removeMember: mutation(null, 'workspace-admin')
    .route(at.delete('/workspace/members/{userId}', 'Remove a member from the workspace'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ _id: entityId })),
  suspendMember: mutation(null, 'workspace-admin')
    .route(at.post('/workspace/members/{userId}/suspension', 'Suspend a member'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ _id: entityId })),
  reinstateMember: mutation(null, 'workspace-admin')
    .route(at.delete('/workspace/members/{userId}/suspension', 'Reinstate a suspended member'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ _id: entityId })),
  transfer: mutation(null, 'workspace-admin')
    .route(at.post('/workspace/members/{userId}/ownership', 'Transfer my ownership to a member and become an admin'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ _id: entityId, role: workspaceRole })),
  leave: mutation(null)
    .route(at.post('/workspaces/{workspaceId}/leave', 'Leave a workspace'))
    .input(z.object({ workspaceId: entityId }))
    .output(z.object({ _id: entityId })),

  invitations: query(null, 'workspace-admin')
    .route(at.get('/workspace/invitations', 'Pending invitations, newest first'))
    .input(listQuery.omit({ sort: true }))
    .output(page(invitation)),
  invite: mutation(null, 'workspace-admin')
    .route(
      at.post(
        '/workspace/invitations',
        'Invite a person by email address; replaces an earlier invitation for the same address',
        { successStatus: 201 },
      ),
    )
    .input(z.object({ email: z.email(schemaFault('email')).max(254), role: workspaceRole }))
    .output(madeInvitation),
  withdrawInvitation: mutation(null, 'workspace-admin')
    .route(at.delete('/workspace/invitations/{id}', 'Withdraw an invitation'))
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
  readInvitation: query(null)
    .route(at.get('/invitations/{workspaceId}', 'Details of an invitation, by its link'))
    .input(z.object({ workspaceId: entityId, token: z.string().min(20).max(200) }))
    .output(
      z.object({
        workspaceName: z.string(),
        invitedBy: z.string(),
        role: workspaceRole,
        email: z.string(),
        isMine: z.boolean().describe('Whether it is for the caller’s email address.'),
      }),
    ),
  acceptInvitation: mutation(null)
    .route(at.post('/invitations/{workspaceId}/accept', 'Join the workspace'))
    .input(z.object({ workspaceId: entityId, token: z.string().min(20).max(200) }))
    .output(z.object({ _id: entityId })),
};
