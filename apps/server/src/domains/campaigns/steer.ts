import type { CampaignState } from '@switchyard/contracts/campaigns/operations';
import type { AuditAction } from '@switchyard/contracts/domains';
import { eq, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { settle } from '../notifications/index.ts';
import { recordWebhookEvents } from '../webhooks/index.ts';
import { advance, pauseNotice } from './advance.ts';
import { spendForCampaign } from './campaign-credits.ts';
import { type CampaignEventType, campaignEvent, campaignsChanged } from './campaigns.events.ts';
import { runCampaignsRefusal } from './campaigns.policy.ts';
import { type CampaignRow, lockCampaign, requireCampaign } from './campaigns.queries.ts';
import { campaigns } from './campaigns.schema.ts';
import { compareAll } from './settle.ts';

type Deps = ActionDeps & Pick<Platform, 'config'>;
type Steer = Action<{ id: string }, CampaignRow, Deps>;

/** The webhook event of each action. */
const WEBHOOK_EVENTS: { readonly [Action in AuditAction]?: CampaignEventType } = {
  'campaign.pause': 'campaign.paused',
  'campaign.resume': 'campaign.resumed',
  'campaign.cancel': 'campaign.aborted',
};

/**
 * Changes a campaign's state and applies it in the same transaction: when it returns, its messages in lanes have been
 * held, released or cancelled.
 */
const steer =
  (
    action: AuditAction,
    from: readonly CampaignState[],
    change: (tx: Db, campaign: CampaignRow, actor: Actor, now: Date) => Promise<Partial<typeof campaigns.$inferInsert>>,
  ): Steer =>
  ({ db, clock, config }, actor, { id }) =>
    db.transaction(async (tx) => {
      authorize(runCampaignsRefusal(actor));
      const campaign = await lockCampaign(tx, actor.workspaceId, id);
      if (!from.includes(campaign.state)) throw new Refusal('TOO_LATE', { status: campaign.state, version: 0 });
      const now = clock.now();
      const set = await change(tx, campaign, actor, now);
      const [changed] = await tx
        .update(campaigns)
        .set({ ...set, updatedAt: sql`now()` })
        .where(eq(campaigns.id, id))
        .returning();
      if (!changed) throw new Refusal('NOT_FOUND');
      await writeAudit(tx, actor, { action, subject: id });
      const eventType = WEBHOOK_EVENTS[action];
      if (eventType) await recordWebhookEvents(tx, [campaignEvent(eventType, changed)]);
      // Resuming or cancelling implies that somebody has seen why it paused.
      const settled = changed.state === 'paused' ? [] : await settle(tx, pauseNotice(campaign));
      const events: DomainEvent[] = await advance(tx, changed, { now, publicUrl: config.publicUrl });
      const result = await requireCampaign(tx, actor.workspaceId, id);
      return { result, events: [campaignsChanged(actor.workspaceId), ...settled, ...events] };
    });

/** Pauses a campaign; messages that have not been sent wait. @throws Refusal `TOO_LATE` if it is not running */
export const pauseCampaign = steer('campaign.pause', ['running'], async () => ({
  state: 'paused',
  pausedBecause: null,
}));

/** Resumes a campaign; earlier failures no longer count. @throws Refusal `TOO_LATE` if it is not paused */
export const resumeCampaign = steer('campaign.resume', ['paused'], async (_tx, _campaign, _actor, now) => ({
  state: 'running',
  pausedBecause: null,
  judgedFrom: now,
}));

/** Cancels a campaign; messages that have not been sent never are. @throws Refusal `TOO_LATE` if it is over */
export const cancelCampaign = steer('campaign.cancel', ['running', 'paused'], async (tx, campaign) => {
  // Contacts that have not been added by now cost nothing.
  await spendForCampaign(tx, campaign);
  await tx.execute(sql`
    update campaign_recipients set outcome = 'cancelled', outcome_at = now(), reason = 'The campaign was cancelled.'
    where campaign_id = ${campaign.id} and outcome is null and message_id is null`);
  return { state: 'cancelled', pausedBecause: null, isExpanded: true };
});

/**
 * Retries failed recipients with a new message, unless somebody has retried the old one already.
 * @throws Refusal `TOO_LATE` if it was cancelled
 */
export const retryFailed = steer(
  'campaign.retry',
  ['running', 'paused', 'completed'],
  async (tx, campaign, _actor, now) => {
    // A receipt may have shown since that it was delivered.
    await compareAll(tx, campaign.id);
    await tx.execute(sql`
    update campaign_recipients r set outcome = null, outcome_at = null, reason = null, retry_of = message_id, message_id = null, ack = 0, due_at = ${now}
    where r.campaign_id = ${campaign.id} and r.outcome = 'failed' and not exists (
      select from messages retry where retry.retry_of = r.message_id and retry.status <> 'cancelled' and not retry.deleted)`);
    const state = campaign.state === 'completed' ? 'running' : campaign.state;
    return { state, finishedAt: null, judgedFrom: now };
  },
);
