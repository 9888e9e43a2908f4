import { textOfFault } from '@switchyard/contracts/text/registry';
import { type Text, text } from '@switchyard/contracts/text/text';
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/is-database-unavailable.ts';
import { retryOnDeadlock } from '../../platform/database/retry-on-deadlock.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { contactZone } from '../contacts/index.ts';
import { engineLanes, engines } from '../engines/engines.schema.ts';
import { sendingEngineOf } from '../engines/index.ts';
import { cancelMessages, holdMessages, releaseMessages } from '../messages/index.ts';
import { notify } from '../notifications/index.ts';
import { recordWebhookEvents } from '../webhooks/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { answeredSince } from './audience.ts';
import { campaignEvent, campaignsChanged } from './campaigns.events.ts';
import { type CampaignRow, listOpenMessages } from './campaigns.queries.ts';
import { campaigns } from './campaigns.schema.ts';
import { describeSkip } from './evaluate-recipient.ts';
import { expand } from './expand.ts';
import { fillLanes, windowOpenings } from './fill-lanes.ts';
import { formFault } from './form-links.ts';
import { readHeadroom } from './lane-headroom.ts';
import { compareAll, failsTooOften, settle } from './settle.ts';

/** How often a running campaign's outcomes are compared with its messages, to pick up receipts and late changes. */
const COMPARE_INTERVAL_MS = 30_000;

const NO_ENGINE = text('campaignNoEngineNow');
const RESTRICTED = text('campaignRestricted');
const FAILING = text('campaignFailing');
const CANCELLED = text('itsCampaignCancelled');

export interface AdvanceResult {
  events: DomainEvent[];
  /** Campaigns whose step failed, with the errors. */
  failed: { campaignId: string; error: unknown }[];
  /** Whether a campaign was still adding recipients: the next step need not wait. */
  isExpanding: boolean;
}

export interface AdvanceContext {
  now: Date;
  publicUrl: string;
}

/**
 * Advances every open campaign by one step, each in a transaction of its own. May run on several workers at once and be
 * killed at any moment: a campaign locked by another worker is skipped.
 */
export async function advanceCampaigns(db: Db, context: AdvanceContext): Promise<AdvanceResult> {
  const open = await db
    .select({ id: campaigns.id, isExpanded: campaigns.isExpanded, pausedBecause: campaigns.pausedBecause })
    .from(campaigns)
    .where(isNull(campaigns.finishedAt))
    .orderBy(asc(campaigns.id));
  const done: AdvanceResult = { events: [], failed: [], isExpanding: open.some(isExpanding) };
  for (const { id } of open) {
    try {
      done.events.push(...(await retryOnDeadlock(() => advanceCampaign(db, id, context))));
    } catch (error) {
      done.failed.push({ campaignId: id, error });
      // The next step may succeed if the database was unavailable; any other error would be thrown again.
      if (!isDatabaseUnavailable(error)) done.events.push(...(await pauseAfterFault(db, id, error)));
    }
  }
  for (const { id } of await listFinishedToCompare(db, context.now)) {
    try {
      done.events.push(...(await compareFinished(db, id, context.now)));
    } catch (error) {
      done.failed.push({ campaignId: id, error });
    }
  }
  return done;
}

/**
 * Days after its end in which a campaign's outcomes are still compared, for receipts and decisions about its messages;
 * the longer it has been over, the less often.
 */
const COMPARE_FINISHED_DAYS = 30;
const FINISHED_COMPARISONS = 20;

const listFinishedToCompare = (db: Db, now: Date) =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      sql`${campaigns.finishedAt} > ${now.toISOString()}::timestamptz - ${COMPARE_FINISHED_DAYS} * interval '1 day' and ${now.toISOString()}::timestamptz - ${campaigns.comparedAt}
        > greatest(${COMPARE_INTERVAL_MS} * interval '1 millisecond', least(interval '1 hour', (${now.toISOString()}::timestamptz - ${campaigns.finishedAt}) / ${FINISHED_COMPARISONS}))`,
    )
    .orderBy(asc(campaigns.id));

/** Updates the outcomes of a finished campaign. A message that waits again because its cancel was undone reopens it. */
const compareFinished = (db: Db, id: string, now: Date): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const [campaign] = await tx
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.id, id), isNotNull(campaigns.finishedAt)))
      .for('update', { skipLocked: true });
    if (!campaign) return [];
    const compared = await compareAll(tx, id);
    const opens = (await hasOpen(tx, id)) && {
      finishedAt: null,
      ...(campaign.state === 'completed' && { state: 'running' as const }),
    };
    await tx
      .update(campaigns)
      .set({ comparedAt: now, ...opens })
      .where(eq(campaigns.id, id));
    return compared > 0 ? [campaignsChanged(campaign.workspaceId)] : [];
  });

/**
 * Whether it is still adding recipients. If it paused itself meanwhile, it doesn't go on before a person resumes it.
 */
const isExpanding = ({ isExpanded, pausedBecause }: Pick<CampaignRow, 'isExpanded' | 'pausedBecause'>): boolean =>
  !isExpanded && pausedBecause === null;

const advanceCampaign = (db: Db, id: string, context: AdvanceContext): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const [campaign] = await tx
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.id, id), isNull(campaigns.finishedAt)))
      .for('update', { skipLocked: true });
    return campaign ? advance(tx, campaign, context) : [];
  });

/** Pauses a campaign whose step failed until a person has seen why. If even this fails, the next step is tried. */
async function pauseAfterFault(db: Db, id: string, error: unknown): Promise<DomainEvent[]> {
  try {
    return await db.transaction(async (tx) => {
      const [campaign] = await tx
        .select()
        .from(campaigns)
        .where(and(eq(campaigns.id, id), eq(campaigns.state, 'running'), isNull(campaigns.finishedAt)))
        .for('update', { skipLocked: true });
      if (!campaign) return [];
      const openIds = (await listOpenMessages(tx, id)).map(idOf);
      return pauseAutomatically(tx, campaign, describeError(error), openIds);
    });
  } catch {
    return [];
  }
}

const describeError = (error: unknown): Text => {
  const kind = error instanceof Error ? error.name : 'unknown';
  return text('campaignFault', { kind });
};

const idOf = ({ id }: { id: string }) => id;

/**
 * Advances a campaign by one step: records outcomes, adds recipients, pauses if necessary, makes messages, and finishes
 * it. The caller holds its lock.
 */
export async function advance(tx: Db, before: CampaignRow, context: AdvanceContext): Promise<DomainEvent[]> {
  const { workspaceId, id } = before;
  const settled = await settle(tx, id);
  const mustCompare =
    before.comparedAt === null || context.now.getTime() - before.comparedAt.getTime() > COMPARE_INTERVAL_MS;
  const compared = mustCompare ? await compareAll(tx, id) : 0;
  if (mustCompare) await tx.update(campaigns).set({ comparedAt: context.now }).where(eq(campaigns.id, id));
  const { campaign, problem } = isExpanding(before)
    ? await expandNext(tx, before)
    : { campaign: before, problem: null };
  const events = settled + compared > 0 || isExpanding(before) ? [campaignsChanged(workspaceId)] : [];
  const openMessages = await listOpenMessages(tx, id);
  const openIds = openMessages.map(idOf);
  if (problem) return [...events, ...(await pauseAutomatically(tx, campaign, problem, openIds))];
  if (campaign.state === 'paused') return [...events, ...(await holdMessages(tx, workspaceId, openIds))];
  if (campaign.state === 'cancelled') events.push(...(await cancelMessages(tx, workspaceId, openIds, CANCELLED)));
  if (campaign.state === 'running' && campaign.startAt <= context.now) {
    const workspace = await findWorkspace(tx, workspaceId);
    const zone = workspace?.zone ?? 'UTC';
    // A slow lane may still have messages when their recipients' window closes.
    const opensAtMs = windowOpenings(campaign, context.now);
    const { closed = [], open = [] } = Object.groupBy(openMessages, (message) =>
      opensAtMs(contactZone(message, zone).zone) === null ? 'open' : 'closed',
    );
    events.push(
      ...(await holdMessages(tx, workspaceId, closed.map(idOf))),
      ...(await releaseMessages(tx, workspaceId, open.map(idOf))),
    );
    const answered = await answeredSince(
      tx,
      campaign,
      openMessages.map(({ mobile }) => mobile),
    );
    const unneeded = openMessages.filter(({ mobile }) => answered.has(mobile)).map(idOf);
    events.push(...(await cancelMessages(tx, workspaceId, unneeded, describeSkip({ kind: 'answered' }))));
    const { engineIds, pauseBecause } = await enginesFor(tx, campaign, context.now);
    const isFailing = await failsTooOften(tx, campaign);
    const because = isFailing ? FAILING : (pauseBecause ?? (await missingFormReason(tx, campaign, context.now)));
    if (because && (await hasWaiting(tx, id)))
      return [...events, ...(await pauseAutomatically(tx, campaign, because, openIds))];
    const filled = await fillLanes(tx, campaign, { lanes: await readHeadroom(tx, engineIds, open), zone, ...context });
    if (campaign.perMinute !== null) {
      await tx.update(campaigns).set({ nextDueAt: filled.nextDueAt }).where(eq(campaigns.id, id));
    }
    events.push(...filled.events);
    if (filled.made > 0) events.push(campaignsChanged(workspaceId));
  }
  return [...events, ...(await finishIfDone(tx, campaign, context.now))];
}

/**
 * Adds the next recipients. If the audience has been changed so that it can't be read any more, nothing changes and the
 * problem is returned.
 */
async function expandNext(tx: Db, campaign: CampaignRow): Promise<{ campaign: CampaignRow; problem: Text | null }> {
  try {
    return { campaign: await tx.transaction((savepoint) => expand(savepoint, campaign)), problem: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error;
    const [fault] = (error as Refusal<'INVALID'>).data.faults;
    return { campaign, problem: text('campaignNotAll', { reason: fault ? textOfFault(fault) : error.text }) };
  }
}

async function hasWaiting(tx: Db, campaignId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ waits: boolean }>(sql`
    select exists (select from campaign_recipients where campaign_id = ${campaignId} and outcome is null and message_id is null) as waits`);
  return rows[0]?.waits ?? false;
}

/** The engines that may send the campaign now, or the reason why there are none. */
async function enginesFor(
  tx: Db,
  { workspaceId, engineIds }: CampaignRow,
  now: Date,
): Promise<{ engineIds: string[]; pauseBecause: Text | null }> {
  const wanted =
    engineIds.length > 0 ? engineIds : [(await sendingEngineOf(tx, workspaceId))?.id].filter((id) => id !== undefined);
  if (wanted.length === 0) return { engineIds: [], pauseBecause: NO_ENGINE };
  const rows = await tx
    .select({ id: engines.id, scope: engineLanes.restrictionScope, until: engineLanes.restrictedUntil })
    .from(engines)
    .leftJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .where(and(eq(engines.workspaceId, workspaceId), eq(engines.active, true), inArray(engines.id, wanted)))
    .orderBy(asc(engines.id));
  const free = rows.filter(({ scope, until }) => scope === null || (until !== null && until <= now));
  const pauseBecause = rows.length === 0 ? NO_ENGINE : free.length === 0 ? RESTRICTED : null;
  return { engineIds: free.map(({ id }) => id), pauseBecause };
}

/** The reason why its texts cannot be filled: a form they name is closed. Null: there is none. */
async function missingFormReason(tx: Db, { workspaceId, variants }: CampaignRow, now: Date): Promise<Text | null> {
  for (const template of variants) {
    const fault = await formFault(tx, workspaceId, template, now);
    if (fault) return fault;
  }
  return null;
}

/** The notification for a campaign that paused automatically, open until it is resumed or over. */
export const pauseNotice = ({ workspaceId, id }: CampaignRow) =>
  ({ workspaceId, kind: 'campaign-paused', subject: id }) as const;

async function pauseAutomatically(
  tx: Db,
  campaign: CampaignRow,
  because: Text,
  openIds: string[],
): Promise<DomainEvent[]> {
  const { id, workspaceId, name } = campaign;
  await tx
    .update(campaigns)
    .set({ state: 'paused', pausedBecause: because, updatedAt: sql`now()` })
    .where(eq(campaigns.id, id));
  const rule = { userId: null, fullName: `campaign:${name}`, workspaceId, onBehalfOf: null } as const;
  await writeAudit(tx, rule, { action: 'campaign.pause', subject: id, details: { because } });
  const paused = { ...campaign, state: 'paused', pausedBecause: because } as const;
  await recordWebhookEvents(tx, [campaignEvent('campaign.paused', paused)]);
  const notified = await notify(tx, { ...pauseNotice(campaign), userId: null, data: { id, name, reason: because } });
  return [campaignsChanged(workspaceId), ...notified, ...(await holdMessages(tx, workspaceId, openIds))];
}

/** Finishes a campaign once no recipient waits and every message is settled. */
async function finishIfDone(tx: Db, campaign: CampaignRow, now: Date): Promise<DomainEvent[]> {
  const { id, workspaceId, state, isExpanded } = campaign;
  if (state === 'running' && !isExpanded) return [];
  if (await hasOpen(tx, id)) return [];
  await compareAll(tx, id);
  if (await hasOpen(tx, id)) return [];
  await tx
    .update(campaigns)
    .set({ finishedAt: now, updatedAt: sql`now()`, ...(state === 'running' && { state: 'completed' as const }) })
    .where(eq(campaigns.id, id));
  if (state === 'running') {
    await recordWebhookEvents(tx, [campaignEvent('campaign.completed', { ...campaign, state: 'completed' })]);
  }
  return [campaignsChanged(workspaceId)];
}

async function hasOpen(tx: Db, campaignId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ open: boolean }>(sql`
    select exists (select from campaign_recipients where campaign_id = ${campaignId} and outcome is null) as open`);
  return rows[0]?.open ?? false;
}
