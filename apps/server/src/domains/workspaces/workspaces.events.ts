import { eventKind } from '../../platform/events.ts';

/** A workspace's name, settings or people are not as they were. */
export const workspaceChanged = eventKind('workspace.changed', { tell: () => [{ type: 'workspace.changed' }] });
