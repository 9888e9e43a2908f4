import { defineEvent } from '../../platform/events.ts';

/** Form webhooks have changed. */
export const inboundWebhooksChanged = defineEvent('inboundWebhooks.changed', () => [
  { type: 'inboundWebhooks.changed' },
]);
