import type {
  Audience,
  Campaign,
  CampaignDetail,
  CampaignRecipient,
  CampaignTemplate,
} from '@switchyard/contracts/campaigns';
import type { CampaignRow, Counts, RecipientRow, readProgress } from './campaigns.queries.ts';
import type { AudienceRow, TemplateRow } from './keep-drafts.ts';

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
  row: CampaignRow,
  counts: Counts,
  progress: Awaited<ReturnType<typeof readProgress>> & Pick<CampaignDetail, 'waits'>,
): CampaignDetail => ({
  ...presentCampaign(row, counts),
  variants: row.variants,
  audience: row.audience,
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

export const presentAudience = (row: AudienceRow): Audience => ({
  _id: row.id,
  name: row.name,
  definition: row.definition,
  updatedAt: row.updatedAt.toISOString(),
});

export const presentTemplate = (row: TemplateRow): CampaignTemplate => ({
  _id: row.id,
  name: row.name,
  text: row.text,
  updatedAt: row.updatedAt.toISOString(),
});
