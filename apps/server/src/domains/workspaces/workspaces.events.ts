import { defineEvent } from '../../platform/events.ts';

/** A workspace's name, settings or people have changed. */
export const workspaceChanged = defineEvent('workspace.changed', () => [{ type: 'workspace.changed' }]);
