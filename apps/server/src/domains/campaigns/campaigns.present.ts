import {
  type Audience,
  type Campaign,
  type CampaignDetail,
  type CampaignRecipient,
  type CampaignTemplate,
  campaign,
  recipient,
} from '@switchyard/contracts/campaigns/operations';
import type { Actor } from '../../platform/actor.ts';
import { redactText, redactTexts } from '../../platform/hidden-text.ts';
import { presenter } from '../../platform/presenter.ts';
import type { CampaignRow, Counts, RecipientRow, readProgress } from './campaigns.queries.ts';
import type { AudienceRow, TemplateRow } from './keep-drafts.ts';

/** What of an audience is no value of a contact's field. */
const STRUCTURE = new Set('kind listId labelIds field campaignId withoutLabelIds withoutAudienceIds'.split(' '));

const sameOfCampaign = presenter(campaign);
/** A campaign for the wire; its numbers add up to its recipients. */
export const presentCampaign = (row: CampaignRow, counts: Counts): Campaign => ({
  ...sameOfCampaign(row),
  recipients: Object.values(counts).reduce((sum, count) => sum + count, 0),
  counts,
});

export const presentDetail = (
  actor: Pick<Actor, 'onBehalfOf'>,
  row: CampaignRow,
  counts: Counts,
  progress: Awaited<ReturnType<typeof readProgress>> & Pick<CampaignDetail, 'waits'>,
): CampaignDetail => ({
  ...presentCampaign(row, counts),
  variants: redactTexts(actor, row.variants),
  audience: redactTexts(actor, row.audience, STRUCTURE),
  window: row.windowFrom && row.windowTo ? { from: row.windowFrom, to: row.windowTo } : null,
  perMinute: row.perMinute,
  engineIds: row.engineIds,
  ...progress,
});

const sameOfRecipient = presenter(recipient);
export const presentRecipient = (row: RecipientRow): CampaignRecipient => ({
  ...sameOfRecipient(row),
  at: row.outcomeAt?.toISOString() ?? null,
});

export const presentAudience = (actor: Pick<Actor, 'onBehalfOf'>, row: AudienceRow): Audience => ({
  _id: row.id,
  name: row.name,
  definition: redactTexts(actor, row.definition, STRUCTURE),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentTemplate = (actor: Pick<Actor, 'onBehalfOf'>, row: TemplateRow): CampaignTemplate => ({
  _id: row.id,
  name: row.name,
  text: redactText(actor, row.text),
  updatedAt: row.updatedAt.toISOString(),
});
