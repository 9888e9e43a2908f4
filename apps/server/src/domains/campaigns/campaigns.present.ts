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
import type { AudienceRow, TemplateRow } from './drafts.ts';

/** Keys of an audience that are not values of contact fields. */
const STRUCTURAL_KEYS = new Set('kind listId labelIds field campaignId withoutLabelIds withoutAudienceIds'.split(' '));

const copyCampaign = presenter(campaign);
/** The wire format of a campaign; its counts add up to its recipients. */
export const presentCampaign = (row: CampaignRow, counts: Counts): Campaign => ({
  ...copyCampaign(row),
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
  audience: redactTexts(actor, row.audience, STRUCTURAL_KEYS),
  window: row.windowFrom && row.windowTo ? { from: row.windowFrom, to: row.windowTo } : null,
  perMinute: row.perMinute,
  engineIds: row.engineIds,
  ...progress,
});

const copyRecipient = presenter(recipient);
export const presentRecipient = (row: RecipientRow): CampaignRecipient => ({
  ...copyRecipient(row),
  at: row.outcomeAt?.toISOString() ?? null,
});

export const presentAudience = (actor: Pick<Actor, 'onBehalfOf'>, row: AudienceRow): Audience => ({
  _id: row.id,
  name: row.name,
  definition: redactTexts(actor, row.definition, STRUCTURAL_KEYS),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentTemplate = (actor: Pick<Actor, 'onBehalfOf'>, row: TemplateRow): CampaignTemplate => ({
  _id: row.id,
  name: row.name,
  text: redactText(actor, row.text),
  updatedAt: row.updatedAt.toISOString(),
});
