import { defineEvent } from '../../platform/events.ts';

/** Form webhooks are not as they were. */
export const inboundWebhooksChanged = defineEvent('inboundWebhooks.changed', () => [
  { type: 'inboundWebhooks.changed' },
]);
