/** Filters of the lists of people and workspaces. */
export const PERSON_FILTERS = ['all', 'admins', 'suspended', 'deleting'] as const;
export const WORKSPACE_FILTERS = ['all', 'suspended', 'deleting'] as const;
/** Filters of the account activity log. */
export const ACTIVITY_FILTERS = ['all', 'signIns', 'failedSignIns', 'accounts', 'people'] as const;
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number];
export type PersonFilter = (typeof PERSON_FILTERS)[number];
export type WorkspaceFilter = (typeof WORKSPACE_FILTERS)[number];
