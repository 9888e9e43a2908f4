export { ensureFirstWorkspace } from './ensure-first-workspace.ts';
export { updateWorkspace } from './update-workspace.ts';
export {
  findMembership,
  findWorkspace,
  listWorkspacesOf,
  type Membership,
  toWorkspaceRole,
  type WorkspaceRow,
} from './workspaces.queries.ts';
