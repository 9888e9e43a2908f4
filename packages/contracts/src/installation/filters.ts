/** Which people or workspaces are listed. */
export const PERSON_FILTERS = ['all', 'admins', 'suspended', 'deleting'] as const;
export const WORKSPACE_FILTERS = ['all', 'suspended', 'deleting'] as const;
export type PersonFilter = (typeof PERSON_FILTERS)[number];
export type WorkspaceFilter = (typeof WORKSPACE_FILTERS)[number];
