import { defineEvent } from '../../platform/events.ts';

/** Webhooks or their deliveries are not as they were. */
export const webhooksChanged = defineEvent('webhooks.changed', () => [{ type: 'webhooks.changed' }]);
