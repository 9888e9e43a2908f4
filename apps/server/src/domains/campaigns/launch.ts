import type { CampaignDraft } from '@switchyard/contracts/campaigns/operations';
import type { FieldFault } from '@switchyard/contracts/errors';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { faultsOf } from '@switchyard/message-template';
import { and, eq } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { choosableEngines } from '../engines/index.ts';
import { recordWebhookEvents } from '../webhooks/index.ts';
import { advance } from './advance.ts';
import { contactsOf } from './audience.ts';
import { reserveForCampaign } from './campaign-credits.ts';
import { campaignEvent, campaignsChanged } from './campaigns.events.ts';
import { runCampaignsRefusal } from './campaigns.policy.ts';
import { type CampaignRow, requireCampaign } from './campaigns.queries.ts';
import { campaigns } from './campaigns.schema.ts';
import { formFault } from './form-links.ts';

type Deps = ActionDeps & Pick<Platform, 'config'>;

/**
 * Launches a campaign, once per key however often it is called. Its first recipients and messages exist when it
 * returns.
 * @throws Refusal `INVALID` naming each field, `FORBIDDEN`, `NO_CREDITS_LEFT`
 */
export const launchCampaign: Action<CampaignDraft & { launchKey: string }, CampaignRow, Deps> = (
  { db, clock, config },
  actor,
  { launchKey, window, startAt, ...draft },
) =>
  db.transaction(async (tx) => {
    authorize(runCampaignsRefusal(actor));
    const { workspaceId } = actor;
    const earlier = await findByKey(tx, workspaceId, launchKey);
    if (earlier) return { result: earlier, events: [] };
    const now = clock.now();
    const faults = await draftFaults(tx, workspaceId, draft, now);
    if (faults.length > 0) throw invalid(faults);
    const [row] = await tx
      .insert(campaigns)
      .values({
        ...draft,
        workspaceId,
        createdBy: actor.userId,
        launchKey,
        startAt: startAt === null ? now : new Date(startAt),
        windowFrom: window?.from ?? null,
        windowTo: window?.to ?? null,
      })
      .onConflictDoNothing({ target: [campaigns.workspaceId, campaigns.launchKey] })
      .returning();
    if (!row) {
      const first = await findByKey(tx, workspaceId, launchKey);
      if (!first) throw new Error('a campaign with this key existed a moment ago');
      return { result: first, events: [] };
    }
    const reservedCredits = await reserveForCampaign(tx, workspaceId, draft);
    await tx.update(campaigns).set({ reservedCredits }).where(eq(campaigns.id, row.id));
    const { name, perMinute, engineIds } = draft;
    await writeAudit(tx, actor, {
      action: 'campaign.launch',
      subject: row.id,
      details: { name, perMinute, engineIds },
    });
    await recordWebhookEvents(tx, [campaignEvent('campaign.started', row)]);
    const events = await advance(tx, { ...row, reservedCredits }, { now, publicUrl: config.publicUrl });
    return {
      result: await requireCampaign(tx, workspaceId, row.id),
      events: [campaignsChanged(workspaceId), ...events],
    };
  });

async function findByKey(tx: Db, workspaceId: string, launchKey: string): Promise<CampaignRow | null> {
  const [row] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.launchKey, launchKey)));
  return row ?? null;
}

/**
 * The faults of a draft: invalid texts, closed forms, engines that don't exist or can't send.
 * @throws Refusal `INVALID` if its audience doesn't exist
 */
export async function draftFaults(
  db: Db,
  workspaceId: string,
  { variants, engineIds, audience }: Pick<CampaignDraft, 'variants' | 'engineIds' | 'audience'>,
  now: Date,
): Promise<FieldFault[]> {
  const faults: FieldFault[] = variants.flatMap((text, at) =>
    faultsOf(text).map(({ message }) => faultOf(`variants.${at}`, message)),
  );
  for (const [at, template] of variants.entries()) {
    const fault = await formFault(db, workspaceId, template, now);
    if (fault) faults.push(faultOf(`variants.${at}`, fault));
  }
  const wanted = [...new Set(engineIds)];
  const found = await choosableEngines(db, workspaceId, wanted);
  if (found.size < wanted.length) faults.push(faultAt('engineIds', 'engineGone'));
  await contactsOf(db, workspaceId, audience);
  return faults;
}
