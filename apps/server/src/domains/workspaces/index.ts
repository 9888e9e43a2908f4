export { ensureFirstWorkspace, type FirstWorkspace } from './ensure-first-workspace.ts';
export { updateWorkspace, type WorkspaceChanges } from './update-workspace.ts';
export { mayUpdateWorkspace } from './workspaces.policy.ts';
export {
  findMembership,
  findWorkspace,
  listWorkspacesOf,
  toWorkspaceRole,
  type WorkspaceRow,
} from './workspaces.queries.ts';
