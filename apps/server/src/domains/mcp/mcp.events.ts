import { defineEvent } from '../../platform/events.ts';

/** MCP clients of a workspace have changed. */
export const grantsChanged = defineEvent('grants.changed', () => [{ type: 'grants.changed' }]);
