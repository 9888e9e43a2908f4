import type { Domain } from '../../platform/domain.ts';
import { workspacesRouter } from './workspaces.routes.ts';

export { admitMember } from './accept-invitation.ts';
export {
  closeWorkspace,
  KEPT_TABLES,
  purgeWorkspaces,
  reopenWorkspace,
  workspaceClosing,
  workspacePurging,
  workspaceReopened,
} from './delete-workspace.ts';
export { ensureFirstWorkspace } from './ensure-first-workspace.ts';
export { findInvitation } from './invitations.queries.ts';
export { lockWorkspace } from './lock-workspace.ts';
export { memberLeft } from './member-left.ts';
export { setQuietHours } from './set-quiet-hours.ts';
export { reinstateWorkspace, suspendWorkspace } from './suspend-workspace.ts';
export { updateWorkspace } from './update-workspace.ts';
export {
  CAN_BE_ENTERED,
  findMembership,
  findWorkspace,
  listWorkspacesOf,
  type Membership,
  toWorkspaceRole,
  type WorkspaceRow,
} from './workspaces.queries.ts';

/** Workspaces and the people who work in them. */
export const workspacesDomain: Domain = { name: 'workspaces', routers: { workspaces: workspacesRouter } };
