import { defineEvent } from '../../platform/events.ts';

/** MCP clients of a workspace are not as they were. */
export const grantsChanged = defineEvent('grants.changed', () => [{ type: 'grants.changed' }]);
