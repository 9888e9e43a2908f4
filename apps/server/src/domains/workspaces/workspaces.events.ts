import { defineEvent } from '../../platform/events.ts';

/** A workspace's name, settings or people are not as they were. */
export const workspaceChanged = defineEvent('workspace.changed', () => [{ type: 'workspace.changed' }]);
