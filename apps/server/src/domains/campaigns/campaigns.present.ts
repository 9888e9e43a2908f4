import type {
  Audience,
  Campaign,
  CampaignDetail,
  CampaignRecipient,
  CampaignTemplate,
} from '@switchyard/contracts/campaigns/operations';
import type { Actor } from '../../platform/actor.ts';
import { readableText, readableTexts } from '../../platform/hidden-text.ts';
import type { CampaignRow, Counts, RecipientRow, readProgress } from './campaigns.queries.ts';
import type { AudienceRow, TemplateRow } from './keep-drafts.ts';

/** What of an audience is no value of a contact's field. */
const STRUCTURE = new Set('kind listId labelIds field campaignId withoutLabelIds withoutAudienceIds'.split(' '));

/** A campaign for the wire; its numbers add up to its recipients. */
export const presentCampaign = (row: CampaignRow, counts: Counts): Campaign => ({
  _id: row.id,
  name: row.name,
  state: row.state,
  pausedBecause: row.pausedBecause,
  isExpanded: row.isExpanded,
  recipients: Object.values(counts).reduce((sum, count) => sum + count, 0),
  counts,
  startAt: row.startAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export const presentDetail = (
  actor: Pick<Actor, 'onBehalfOf'>,
  row: CampaignRow,
  counts: Counts,
  progress: Awaited<ReturnType<typeof readProgress>> & Pick<CampaignDetail, 'waits'>,
): CampaignDetail => ({
  ...presentCampaign(row, counts),
  variants: readableTexts(actor, row.variants),
  audience: readableTexts(actor, row.audience, STRUCTURE),
  window: row.windowFrom && row.windowTo ? { from: row.windowFrom, to: row.windowTo } : null,
  perMinute: row.perMinute,
  engineIds: row.engineIds,
  ...progress,
});

export const presentRecipient = (row: RecipientRow): CampaignRecipient => ({
  _id: row.id,
  mobile: row.mobile,
  name: row.name,
  state: row.state,
  reason: row.reason,
  variant: row.variant,
  ack: row.ack,
  at: row.outcomeAt?.toISOString() ?? null,
  messageId: row.messageId,
});

export const presentAudience = (actor: Pick<Actor, 'onBehalfOf'>, row: AudienceRow): Audience => ({
  _id: row.id,
  name: row.name,
  definition: readableTexts(actor, row.definition, STRUCTURE),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentTemplate = (actor: Pick<Actor, 'onBehalfOf'>, row: TemplateRow): CampaignTemplate => ({
  _id: row.id,
  name: row.name,
  text: readableText(actor, row.text),
  updatedAt: row.updatedAt.toISOString(),
});
