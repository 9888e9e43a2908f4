import { defineEvent } from '../../platform/events.ts';

/** A campaign has other numbers or another state. */
export const campaignsChanged = defineEvent('campaigns.changed', {
  toLiveEvents: () => [{ type: 'campaigns.changed' }],
});
