import { fillTemplate, variablesOf } from '@switchyard/message-template';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { contactZone } from '../contacts/index.ts';
import { insertMessages, laneDue, messagesStale, momentAt, type NewMessage, quietUntil } from '../messages/index.ts';
import { ensureSubscriptions, isSuppressed, lockSuppressionsShared } from '../suppression/index.ts';
import { answeredSince } from './audience.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import { campaignRecipients } from './campaigns.schema.ts';
import { describeSkip } from './evaluate-recipient.ts';
import { formsFor, makeFormLinks } from './form-links.ts';
import type { LaneHeadroom } from './lane-headroom.ts';
import { selectRetries } from './try-again.ts';

const AT_ONCE = 250;
/** So many times as many are looked at in one step, where some of them cannot be written to now. */
const LOOKS = 8;
/** A campaign with a speed of its own puts messages into the lane so long before their time. */
const AHEAD_MS = 15_000;
const MINUTE_MS = 60_000;

export interface Feeding {
  /** Of the engines that may send it now. */
  lanes: LaneHeadroom;
  /** The workspace's. */
  zone: string;
  publicUrl: string;
  now: Date;
}

/**
 * When a campaign's window opens in a zone (ms since 1970); null: it is open. Outside it is as quiet hours are: from
 * its end to its beginning. Each zone is looked up once.
 */
export function closedZones({ windowFrom, windowTo }: CampaignRow, now: Date): (zone: string) => number | null {
  const found = new Map<string, number | null>();
  return (zone) => {
    if (!found.has(zone))
      found.set(zone, quietUntil({ quietFrom: windowTo, quietTo: windowFrom }, now.getTime(), zone));
    return found.get(zone) ?? null;
  };
}

/**
 * When the message at this place (from 0) is due after the first (ms since 1970): always a whole millisecond. No speed
 * of its own: at once.
 */
export const dueMs = (firstMs: number, place: number, perMinute: number | null): number =>
  perMinute === null ? firstMs : firstMs + Math.ceil((place * MINUTE_MS) / perMinute);

type Waiting = Awaited<ReturnType<typeof nextWaiting>>[number];
type Placed = Waiting & { engineId: string; retryCount: number };

/**
 * Makes messages for the next recipients who can be written to: as many as the lanes and the campaign's own speed have
 * room for. Whoever cannot now is put off, and keeps nobody else waiting. That they have one is written in the same
 * transaction, so nobody gets two. The caller holds the campaign's lock.
 * @returns what happened, and when its own speed allows the next one
 */
export async function fillLanes(
  tx: Db,
  campaign: CampaignRow,
  { lanes, zone, publicUrl, now }: Feeding,
): Promise<{ events: DomainEvent[]; nextDueAt: Date | null; fed: number }> {
  const { workspaceId, perMinute } = campaign;
  const firstMs = Math.max(now.getTime(), campaign.nextDueAt?.getTime() ?? 0);
  const bySpeed =
    perMinute === null ? AT_ONCE : Math.floor(((now.getTime() + AHEAD_MS - firstMs) * perMinute) / MINUTE_MS) + 1;
  const room = Math.min(AT_ONCE, lanes.free, bySpeed);
  if (room <= 0) return { events: [], nextDueAt: campaign.nextDueAt, fed: 0 };

  await lockSuppressionsShared(tx, workspaceId);
  const sendable: Placed[] = [];
  let last: Waiting | undefined;
  for (let look = 0; look < LOOKS && sendable.length < room; look += 1) {
    const limit = look === 0 ? room : AT_ONCE;
    const waiting = await nextWaiting(tx, campaign.id, { now, after: last, limit });
    if (waiting.length === 0) break;
    last = waiting.at(-1);
    sendable.push(...(await placeAll(tx, campaign, waiting, { lanes, zone, now, most: room - sendable.length })));
  }
  if (sendable.length === 0) return { events: [], nextDueAt: campaign.nextDueAt, fed: 0 };
  const links = await linksOf(tx, campaign, sendable, publicUrl);

  const rows = sendable.map((one, at): NewMessage => {
    const values = { ...one.variables, ...links.get(one.id) };
    return {
      workspaceId,
      createdBy: campaign.createdBy,
      engineId: one.engineId,
      contactName: one.name,
      contactList: [{ mobile: one.mobile, name: one.name }],
      recipient: one.mobile,
      body: fillTemplate(campaign.variants[one.variant] ?? '', values).text,
      status: 'pending',
      ...momentAt(dueMs(firstMs, at, perMinute), zone),
      sentWith: 'whatsapp',
      origin: 'campaign',
      retryCount: one.retryCount,
      retryOf: one.retryOf,
      campaignId: campaign.name,
      campaignRecipientId: one.id,
    };
  });
  const ids = await insertMessages(tx, rows);
  const made = sendable.map((one, at) => ({ id: one.id, message: ids[at], engine: rows[at]?.engineId }));
  await tx.execute(sql`
    update campaign_recipients r set message_id = made.message, engine_id = made.engine
    from json_to_recordset(${JSON.stringify(made)}::json) as made (id uuid, message uuid, engine uuid) where r.id = made.id`);
  const due = [...new Set(rows.map(({ engineId }) => engineId ?? null))];
  return {
    fed: rows.length,
    nextDueAt: perMinute === null ? null : new Date(dueMs(firstMs, rows.length, perMinute)),
    events: [messagesStale(workspaceId), ...due.map((engineId) => laneDue(workspaceId, { engineId, dueAt: now }))],
  };
}

/** The links of those who are sent to, by the variables of their texts. */
async function linksOf(
  tx: Db,
  campaign: CampaignRow,
  sendable: readonly Placed[],
  publicUrl: string,
): Promise<Map<string, Record<string, string>>> {
  const links = await makeFormLinks(tx, campaign, sendable, publicUrl);
  const leaves = campaign.variants.some((text) => variablesOf(text).some(({ name }) => name === 'unsubscribe'));
  if (!leaves) return links;
  const mobiles = sendable.map(({ mobile }) => mobile);
  const subscriptions = await ensureSubscriptions(tx, campaign.workspaceId, mobiles);
  for (const { id, mobile } of sendable) {
    const unsubscribe = new URL(`/unsubscribe/${subscriptions.get(mobile)}`, publicUrl).href;
    links.set(id, { ...links.get(id), unsubscribe });
  }
  return links;
}

/** Gives those who can be written to now to lanes, at most so many; the others are skipped or put off. */
async function placeAll(
  tx: Db,
  campaign: CampaignRow,
  waiting: readonly Waiting[],
  { lanes, zone: workspaceZone, now, most }: Pick<Feeding, 'lanes' | 'zone' | 'now'> & { most: number },
): Promise<Placed[]> {
  const next = await selectRetries(tx, waiting);
  const mobiles = next.map(({ mobile }) => mobile);
  const unwanted = await isSuppressed(tx, campaign.workspaceId, mobiles);
  const answered = await answeredSince(tx, campaign, mobiles);
  const isStranger = await lanes.strangersOf(tx, mobiles);
  const closed = closedZones(campaign, now);
  const placed: Placed[] = [];
  const skipped: string[] = [];
  const wroteBack: string[] = [];
  const gone: Waiting[] = [];
  const putOff: { id: string; due_at: Date }[] = [];
  for (const one of next) {
    if (placed.length === most) break;
    if (unwanted.has(one.mobile)) {
      skipped.push(one.id);
      continue;
    }
    if (one.contactId === null && formsFor(campaign, one).length > 0) {
      gone.push(one);
      continue;
    }
    if (answered.has(one.mobile)) {
      wroteBack.push(one.id);
      continue;
    }
    const { zone } = contactZone(one, workspaceZone);
    const engineOrMs = closed(zone) ?? lanes.place({ ...one, zone }, isStranger, now.getTime());
    if (typeof engineOrMs === 'string') placed.push({ ...one, engineId: engineOrMs });
    else putOff.push({ id: one.id, due_at: new Date(engineOrMs) });
  }
  await skip(tx, skipped, { kind: 'opted-out' });
  await skip(tx, wroteBack, { kind: 'answered' });
  // A personal link is a contact's.
  for (const one of gone) {
    await skip(tx, [one.id], { kind: 'missing', variables: formsFor(campaign, one).map(({ variable }) => variable) });
  }
  if (putOff.length > 0) {
    await tx.execute(sql`
      update campaign_recipients r set due_at = given.due_at
      from json_to_recordset(${JSON.stringify(putOff)}::json) as given (id uuid, due_at timestamptz) where r.id = given.id`);
  }
  return placed;
}

/** The next who wait, after one of them in their order. */
const nextWaiting = (
  tx: Db,
  campaignId: string,
  { now, after, limit }: { now: Date; after: { dueAt: Date; id: string } | undefined; limit: number },
) =>
  tx
    .select({
      id: campaignRecipients.id,
      dueAt: campaignRecipients.dueAt,
      contactId: campaignRecipients.contactId,
      mobile: campaignRecipients.mobile,
      name: campaignRecipients.name,
      variables: campaignRecipients.variables,
      variant: campaignRecipients.variant,
      retryOf: campaignRecipients.retryOf,
      zone: contacts.zone,
      quietHours: contacts.quietHours,
    })
    .from(campaignRecipients)
    .leftJoin(contacts, eq(contacts.id, campaignRecipients.contactId))
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        isNull(campaignRecipients.outcome),
        isNull(campaignRecipients.messageId),
        lte(campaignRecipients.dueAt, now),
        after &&
          sql`(${campaignRecipients.dueAt}, ${campaignRecipients.id}) > (${after.dueAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(campaignRecipients.dueAt), asc(campaignRecipients.id))
    .limit(limit);

async function skip(tx: Db, ids: readonly string[], why: Parameters<typeof describeSkip>[0]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(campaignRecipients)
    .set({ outcome: 'skipped', outcomeAt: sql`now()`, reason: describeSkip(why) })
    .where(inArray(campaignRecipients.id, [...ids]));
}
