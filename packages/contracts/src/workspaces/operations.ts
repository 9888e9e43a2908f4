import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page, zoneName } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';

export const WORKSPACE_ROLES = ['owner', 'admin', 'member'] as const;
export const workspaceRole = z.enum(WORKSPACE_ROLES);
export type WorkspaceRole = z.infer<typeof workspaceRole>;

/** A person makes at most so many workspaces. */
export const MAX_OWNED_WORKSPACES = 20;
/** Invitations of a workspace that wait at a time. */
export const MAX_OPEN_INVITATIONS = 100;
/** Days between asking for a deletion and its end, in which it can be undone. */
export const DELETION_DAYS = 14;
/** Days that an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** Why something about people and workspaces is not done; nothing was changed then. */
export const workspaceErrors = {
  /** The request names a workspace (`x-workspace-id`) that its person is not in, or not any more. */
  WORKSPACE_LEFT: { status: 409, message: 'You’re no longer in this workspace.' },
  /** Only somebody else can become owner first. */
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
  needsTwoFactor: z
    .boolean()
    .describe('It asks for a second factor that the caller has not set up: it cannot be entered.'),
});
export type OwnWorkspace = z.infer<typeof ownWorkspace>;

const member = z.object({
  _id: entityId.describe('Of the person.'),
  fullName: z.string(),
  email: z.string(),
  role: workspaceRole,
  joinedAt: instant,
  suspendedAt: instant.nullable().describe('Since when they are kept out of this workspace; null: they are not.'),
  hasTwoFactor: z.boolean().nullable().describe('Null: only owners and admins are told.'),
  abilities: z.object({
    roles: z.array(workspaceRole).describe('What the caller may make of them.'),
    remove: z.boolean(),
    suspend: z.boolean().describe('And reinstate.'),
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
  link: z.string().describe('Shown this once: only its hash is kept.'),
  isMailed: z
    .boolean()
    .describe('False: no mail server is set, or it did not take the mail. Hand the link over yourself.'),
});

/** What people take out of a workspace as files. */
const exported = z.enum(['messages', 'contacts', 'campaign-recipients', 'bot-answers', 'board-items', 'inbox-report']);
export type Exported = z.infer<typeof exported>;

const at = routesUnder('workspaces');

export const workspacesContract = {
  list: query(null)
    .route(at.get('/workspaces', 'Workspaces that I belong to, by name'))
    .input(listQuery.omit({ sort: true }))
    .output(page(ownWorkspace)),
  create: mutation(null)
    .route(at.post('/workspaces', 'Make a workspace, as its owner', { successStatus: 201 }))
    .input(z.object({ name: lineOfText(120), zone: zoneName, country: z.string().length(2) }))
    .output(z.object({ _id: entityId })),
  remove: mutation(null, 'workspace-admin')
    .route(at.post('/workspace/deletion', `Have the workspace deleted in ${DELETION_DAYS} days; its engines stop now`))
    .output(z.object({ deleteAfter: instant })),
  keep: mutation(null, 'workspace-admin')
    .route(at.delete('/workspace/deletion', 'Keep the workspace after all'))
    .output(z.object({ deleteAfter: z.null() })),
  noteExport: mutation(null)
    .route(at.post('/workspace/exports', 'Write down that I hand what is in the workspace over as a file'))
    .input(z.object({ what: exported, rows: z.number().int().min(0) }))
    .output(z.object({ what: exported })),
  demandTwoFactor: mutation(null, 'workspace-admin')
    .route(at.put('/workspace/two-factor', 'Ask everybody in the workspace for a second factor, or no longer'))
    .input(z.object({ isDemanded: z.boolean() }))
    .output(z.object({ isDemanded: z.boolean() })),

  members: query(null)
    .route(at.get('/workspace/members', 'People of the workspace, by name'))
    .input(listQuery.omit({ sort: true }).extend({ search: z.string().max(200).optional() }))
    .output(page(member).extend({ owners: z.number().int(), isTwoFactorDemanded: z.boolean() })),
  setRole: mutation(null, 'workspace-admin')
    .route(at.patch('/workspace/members/{userId}', 'Change somebody’s role'))
    .input(z.object({ userId: entityId, role: workspaceRole }))
    .output(z.object({ _id: entityId, role: workspaceRole })),
  removeMember: mutation(null, 'workspace-admin')
    .route(at.delete('/workspace/members/{userId}', 'Remove somebody from the workspace'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ _id: entityId })),
  suspendMember: mutation(null, 'workspace-admin')
    .route(at.post('/workspace/members/{userId}/suspension', 'Keep somebody out of this workspace for now'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ _id: entityId })),
  reinstateMember: mutation(null, 'workspace-admin')
    .route(at.delete('/workspace/members/{userId}/suspension', 'Let somebody into this workspace again'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ _id: entityId })),
  transfer: mutation(null, 'workspace-admin')
    .route(at.post('/workspace/members/{userId}/ownership', 'Hand my ownership over to somebody; I become an admin'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ _id: entityId, role: workspaceRole })),
  leave: mutation(null)
    .route(at.post('/workspaces/{workspaceId}/leave', 'Leave a workspace'))
    .input(z.object({ workspaceId: entityId }))
    .output(z.object({ _id: entityId })),

  invitations: query(null, 'workspace-admin')
    .route(at.get('/workspace/invitations', 'Invitations that wait, newest first'))
    .input(listQuery.omit({ sort: true }))
    .output(page(invitation)),
  invite: mutation(null, 'workspace-admin')
    .route(
      at.post(
        '/workspace/invitations',
        'Invite somebody by their email address; a new invitation of the same address takes the place of the old',
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
    .route(at.get('/invitations/{workspaceId}', 'Where the link of an invitation leads'))
    .input(z.object({ workspaceId: entityId, token: z.string().min(20).max(200) }))
    .output(
      z.object({
        workspaceName: z.string(),
        invitedBy: z.string(),
        role: workspaceRole,
        email: z.string(),
        isMine: z.boolean().describe('It is for the address of the caller.'),
      }),
    ),
  acceptInvitation: mutation(null)
    .route(at.post('/invitations/{workspaceId}/accept', 'Join the workspace'))
    .input(z.object({ workspaceId: entityId, token: z.string().min(20).max(200) }))
    .output(z.object({ _id: entityId })),
};
