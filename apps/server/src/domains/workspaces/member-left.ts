import { defineHook } from '../../platform/hooks.ts';

/** Somebody left a workspace, or was removed; what is the workspace's stays there, and `heirId` answers for it. */
export const memberLeft = defineHook<{ workspaceId: string; userId: string; heirId: string }>('workspace.member-left');
