import { defineEvent } from '../../platform/events.ts';

/** API keys have changed. */
export const apiKeysChanged = defineEvent('apiKeys.changed', () => [{ type: 'apiKeys.changed' }]);
