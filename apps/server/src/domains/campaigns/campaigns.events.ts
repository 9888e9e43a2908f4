import { eventKind } from '../../platform/events.ts';

/** A campaign has other numbers or another state. */
export const campaignsChanged = eventKind('campaigns.changed', { tell: () => [{ type: 'campaigns.changed' }] });
