import { defineHook } from '../../platform/hooks.ts';

/** A member left or was removed. What belongs to the workspace stays there, and `heirId` takes it over. */
export const memberLeft = defineHook<{ workspaceId: string; userId: string; heirId: string }>('workspace.member-left');
