import { defineEvent } from '../../platform/events.ts';

/** Webhooks or their deliveries have changed. */
export const webhooksChanged = defineEvent('webhooks.changed', () => [{ type: 'webhooks.changed' }]);
