import { inEnglish } from '@switchyard/contracts/text/text';
import type { WebhookEventType } from '@switchyard/contracts/webhooks/event-types';
import { defineEvent } from '../../platform/events.ts';
import type { CampaignRow } from './campaigns.queries.ts';

/** A campaign's counts or state have changed. */
export const campaignsChanged = defineEvent('campaigns.changed', () => [{ type: 'campaigns.changed' }]);

export type CampaignEventType = Extract<WebhookEventType, `campaign.${string}`>;

/** The webhook event of a campaign. */
export const campaignEvent = (
  type: CampaignEventType,
  {
    id,
    workspaceId,
    name,
    state,
    pausedBecause,
  }: Pick<CampaignRow, 'id' | 'workspaceId' | 'name' | 'state' | 'pausedBecause'>,
) => ({
  workspaceId,
  type,
  subject: `campaign:${id}`,
  data: { id, name, state, ...(pausedBecause === null ? {} : { reason: inEnglish(pausedBecause) }) },
});
