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
import { type CampaignRow, messagesUnderWay } from './campaigns.queries.ts';
import { campaigns } from './campaigns.schema.ts';
import { describeSkip } from './evaluate-recipient.ts';
import { expand } from './expand.ts';
import { closedZones, fillLanes } from './fill-lanes.ts';
import { formFault } from './form-links.ts';
import { readRoom } from './lane-headroom.ts';
import { compareAll, failsTooOften, settle } from './settle.ts';

/** So often every outcome of a running campaign is compared with its message: receipts and late changes. */
const COMPARE_EVERY_MS = 30_000;

const NO_ENGINE = text('campaignNoEngineNow');
const RESTRICTED = text('campaignRestricted');
const FAILING = text('campaignFailing');
const CANCELLED = text('itsCampaignCancelled');

export interface Advanced {
  events: DomainEvent[];
  /** Campaigns that could not be moved on, and why. */
  failed: { campaignId: string; error: unknown }[];
  /** One of them was still taking in recipients: the next step need not wait. */
  isGrowing: boolean;
}

export interface Surroundings {
  now: Date;
  publicUrl: string;
}

/**
 * Moves every open campaign on by one step, each in a transaction of its own. May run on several workers at once and be
 * killed at any moment: a campaign that another has in hand is left to it.
 * @returns what happened
 */
export async function advanceCampaigns(db: Db, around: Surroundings): Promise<Advanced> {
  const open = await db
    .select({ id: campaigns.id, isExpanded: campaigns.isExpanded, pausedBecause: campaigns.pausedBecause })
    .from(campaigns)
    .where(isNull(campaigns.finishedAt))
    .orderBy(asc(campaigns.id));
  const done: Advanced = { events: [], failed: [], isGrowing: open.some(isGrowing) };
  for (const { id } of open) {
    try {
      done.events.push(...(await retryOnDeadlock(() => advanceOne(db, id, around))));
    } catch (error) {
      done.failed.push({ campaignId: id, error });
      // What the database did not do now may be done the next time; what throws for another reason would throw again.
      if (!isDatabaseUnavailable(error)) done.events.push(...(await pauseAfterFault(db, id, error)));
    }
  }
  for (const { id } of await finishedToCompare(db, around.now)) {
    try {
      done.events.push(...(await lookBack(db, id, around.now)));
    } catch (error) {
      done.failed.push({ campaignId: id, error });
    }
  }
  return done;
}

/**
 * Receipts of a campaign that is over, and people's words about its messages, come for so long; the longer it has been
 * over, the more rarely they are looked for.
 */
const LOOK_BACK_DAYS = 30;
const LOOKS_BACK = 20;

const finishedToCompare = (db: Db, now: Date) =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      sql`${campaigns.finishedAt} > ${now.toISOString()}::timestamptz - ${LOOK_BACK_DAYS} * interval '1 day' and ${now.toISOString()}::timestamptz - ${campaigns.comparedAt}
        > greatest(${COMPARE_EVERY_MS} * interval '1 millisecond', least(interval '1 hour', (${now.toISOString()}::timestamptz - ${campaigns.finishedAt}) / ${LOOKS_BACK}))`,
    )
    .orderBy(asc(campaigns.id));

/**
 * Notes what has become of the messages of a campaign since it was over. One that waits again, as its cancel was
 * undone, opens it again.
 */
const lookBack = (db: Db, id: string, now: Date): Promise<DomainEvent[]> =>
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
 * It takes in recipients, one step after the other. What it paused itself for is not asked again before a person has it
 * go on.
 */
const isGrowing = ({ isExpanded, pausedBecause }: Pick<CampaignRow, 'isExpanded' | 'pausedBecause'>): boolean =>
  !isExpanded && pausedBecause === null;

const advanceOne = (db: Db, id: string, around: Surroundings): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const [campaign] = await tx
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.id, id), isNull(campaigns.finishedAt)))
      .for('update', { skipLocked: true });
    return campaign ? advance(tx, campaign, around) : [];
  });

/**
 * A step of it that throws is not tried again before a person has seen why. Where even this fails, the next step is
 * tried.
 */
async function pauseAfterFault(db: Db, id: string, fault: unknown): Promise<DomainEvent[]> {
  try {
    return await db.transaction(async (tx) => {
      const [campaign] = await tx
        .select()
        .from(campaigns)
        .where(and(eq(campaigns.id, id), eq(campaigns.state, 'running'), isNull(campaigns.finishedAt)))
        .for('update', { skipLocked: true });
      if (!campaign) return [];
      const underWay = (await messagesUnderWay(tx, id)).map(idOf);
      return pauseItself(tx, campaign, faultWords(fault), underWay);
    });
  } catch {
    return [];
  }
}

const faultWords = (fault: unknown): Text => {
  const kind = fault instanceof Error ? fault.name : 'unknown';
  return text('campaignFault', { kind });
};

const idOf = ({ id }: { id: string }) => id;

/**
 * One step: note what became of messages, take in recipients, pause where it must, make messages, end it. The caller
 * holds its lock.
 */
export async function advance(tx: Db, given: CampaignRow, around: Surroundings): Promise<DomainEvent[]> {
  const { workspaceId, id } = given;
  const settled = await settle(tx, id);
  const mustCompare = given.comparedAt === null || around.now.getTime() - given.comparedAt.getTime() > COMPARE_EVERY_MS;
  const compared = mustCompare ? await compareAll(tx, id) : 0;
  if (mustCompare) await tx.update(campaigns).set({ comparedAt: around.now }).where(eq(campaigns.id, id));
  const { campaign, lack } = isGrowing(given) ? await grow(tx, given) : { campaign: given, lack: null };
  const events = settled + compared > 0 || isGrowing(given) ? [campaignsChanged(workspaceId)] : [];
  const inLanes = await messagesUnderWay(tx, id);
  const underWay = inLanes.map(idOf);
  if (lack) return [...events, ...(await pauseItself(tx, campaign, lack, underWay))];
  if (campaign.state === 'paused') return [...events, ...(await holdMessages(tx, workspaceId, underWay))];
  if (campaign.state === 'cancelled') events.push(...(await cancelMessages(tx, workspaceId, underWay, CANCELLED)));
  if (campaign.state === 'running' && campaign.startAt <= around.now) {
    const workspace = await findWorkspace(tx, workspaceId);
    const zone = workspace?.zone ?? 'UTC';
    // A lane that is slow still has some when their readers' hours are over.
    const isClosed = closedZones(campaign, around.now);
    const { closed = [], open = [] } = Object.groupBy(inLanes, (message) =>
      isClosed(contactZone(message, zone).zone) === null ? 'open' : 'closed',
    );
    events.push(
      ...(await holdMessages(tx, workspaceId, closed.map(idOf))),
      ...(await releaseMessages(tx, workspaceId, open.map(idOf))),
    );
    const answered = await answeredSince(
      tx,
      campaign,
      inLanes.map(({ mobile }) => mobile),
    );
    const unneeded = inLanes.filter(({ mobile }) => answered.has(mobile)).map(idOf);
    events.push(...(await cancelMessages(tx, workspaceId, unneeded, describeSkip({ kind: 'answered' }))));
    const { engineIds, pauseBecause } = await enginesFor(tx, campaign, around.now);
    const isFailing = await failsTooOften(tx, campaign);
    const because = isFailing ? FAILING : (pauseBecause ?? (await formGone(tx, campaign, around.now)));
    if (because && (await hasWaiting(tx, id)))
      return [...events, ...(await pauseItself(tx, campaign, because, underWay))];
    const fed = await fillLanes(tx, campaign, { lanes: await readRoom(tx, engineIds, open), zone, ...around });
    if (campaign.perMinute !== null) {
      await tx.update(campaigns).set({ nextDueAt: fed.nextDueAt }).where(eq(campaigns.id, id));
    }
    events.push(...fed.events);
    if (fed.fed > 0) events.push(campaignsChanged(workspaceId));
  }
  return [...events, ...(await endIfDone(tx, campaign, around.now))];
}

/**
 * Takes in recipients; an audience that was changed so that it cannot be read any more changes nothing, and is told.
 */
async function grow(tx: Db, given: CampaignRow): Promise<{ campaign: CampaignRow; lack: Text | null }> {
  try {
    return { campaign: await tx.transaction((savepoint) => expand(savepoint, given)), lack: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error;
    const [why] = (error as Refusal<'INVALID'>).data.faults;
    return { campaign: given, lack: text('campaignNotAll', { reason: why ? textOfFault(why) : error.text }) };
  }
}

async function hasWaiting(tx: Db, campaignId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ waits: boolean }>(sql`
    select exists (select from campaign_recipients where campaign_id = ${campaignId} and outcome is null and message_id is null) as waits`);
  return rows[0]?.waits ?? false;
}

/** Which engines may send it now, and why none may. */
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

/** Why its texts cannot be filled: a form that they name is over. */
async function formGone(tx: Db, { workspaceId, variants }: CampaignRow, now: Date): Promise<Text | null> {
  for (const template of variants) {
    const fault = await formFault(tx, workspaceId, template, now);
    if (fault) return fault;
  }
  return null;
}

/** What people are told of when it pauses by itself, until it goes on or is over. */
export const pausedOf = ({ workspaceId, id }: CampaignRow) =>
  ({ workspaceId, kind: 'campaign-paused', subject: id }) as const;

async function pauseItself(tx: Db, campaign: CampaignRow, because: Text, underWay: string[]): Promise<DomainEvent[]> {
  const { id, workspaceId, name } = campaign;
  await tx
    .update(campaigns)
    .set({ state: 'paused', pausedBecause: because, updatedAt: sql`now()` })
    .where(eq(campaigns.id, id));
  const rule = { userId: null, fullName: `campaign:${name}`, workspaceId, onBehalfOf: null } as const;
  await writeAudit(tx, rule, { action: 'campaign.pause', subject: id, details: { because } });
  const paused = { ...campaign, state: 'paused', pausedBecause: because } as const;
  await recordWebhookEvents(tx, [campaignEvent('campaign.paused', paused)]);
  const told = await notify(tx, { ...pausedOf(campaign), userId: null, data: { id, name, reason: because } });
  return [campaignsChanged(workspaceId), ...told, ...(await holdMessages(tx, workspaceId, underWay))];
}

/** It is over when nobody waits and nothing is under way, by the messages themselves. */
async function endIfDone(tx: Db, campaign: CampaignRow, now: Date): Promise<DomainEvent[]> {
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
