import { defineEvent } from '../../platform/events.ts';

/** API keys are not as they were. */
export const apiKeysChanged = defineEvent('apiKeys.changed', () => [{ type: 'apiKeys.changed' }]);
