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
import { selectRetries } from './select-retries.ts';

const BATCH_SIZE = 250;
/** Maximum batches read per step if some recipients can't be messaged now. */
const MAX_BATCHES = 8;
/** How long before its due moment a message of a campaign with its own speed is put into a lane. */
const AHEAD_MS = 15_000;
const MINUTE_MS = 60_000;

export interface FillContext {
  /** Headroom of the engines that may send it now. */
  lanes: LaneHeadroom;
  /** The workspace's zone. */
  zone: string;
  publicUrl: string;
  now: Date;
}

/**
 * When a campaign's window opens in a zone (ms since 1970). Null: it is open. Outside the window is like quiet hours,
 * from its end to its start. Each zone is computed once.
 */
export function windowOpenings({ windowFrom, windowTo }: CampaignRow, now: Date): (zone: string) => number | null {
  const byZone = new Map<string, number | null>();
  return (zone) => {
    if (!byZone.has(zone))
      byZone.set(zone, quietUntil({ quietFrom: windowTo, quietTo: windowFrom }, now.getTime(), zone));
    return byZone.get(zone) ?? null;
  };
}

/**
 * Due time of the message at this position (from 0), counted from the first (ms since 1970), in whole milliseconds.
 * Without a speed of its own: at once.
 */
export const dueMs = (firstMs: number, place: number, perMinute: number | null): number =>
  perMinute === null ? firstMs : firstMs + Math.ceil((place * MINUTE_MS) / perMinute);

type WaitingRecipient = Awaited<ReturnType<typeof listWaiting>>[number];
type AssignedRecipient = WaitingRecipient & { engineId: string; retryCount: number };

/**
 * Makes messages for the next recipients, as many as the lanes' headroom and the campaign's own speed allow. Recipients
 * who can't be messaged now are postponed and hold up nobody else. The link to the message is stored in the same
 * transaction, so nobody gets two. The caller holds the campaign's lock.
 * @returns the events, and when the campaign's own speed allows the next message
 */
export async function fillLanes(
  tx: Db,
  campaign: CampaignRow,
  { lanes, zone, publicUrl, now }: FillContext,
): Promise<{ events: DomainEvent[]; nextDueAt: Date | null; made: number }> {
  const { workspaceId, perMinute } = campaign;
  const firstMs = Math.max(now.getTime(), campaign.nextDueAt?.getTime() ?? 0);
  const bySpeed =
    perMinute === null ? BATCH_SIZE : Math.floor(((now.getTime() + AHEAD_MS - firstMs) * perMinute) / MINUTE_MS) + 1;
  const limit = Math.min(BATCH_SIZE, lanes.free, bySpeed);
  if (limit <= 0) return { events: [], nextDueAt: campaign.nextDueAt, made: 0 };

  await lockSuppressionsShared(tx, workspaceId);
  const sendable: AssignedRecipient[] = [];
  let last: WaitingRecipient | undefined;
  for (let batch = 0; batch < MAX_BATCHES && sendable.length < limit; batch += 1) {
    const batchSize = batch === 0 ? limit : BATCH_SIZE;
    const waiting = await listWaiting(tx, campaign.id, { now, after: last, limit: batchSize });
    if (waiting.length === 0) break;
    last = waiting.at(-1);
    sendable.push(...(await assignLanes(tx, campaign, waiting, { lanes, zone, now, limit: limit - sendable.length })));
  }
  if (sendable.length === 0) return { events: [], nextDueAt: campaign.nextDueAt, made: 0 };
  const links = await makeLinks(tx, campaign, sendable, publicUrl);

  const rows = sendable.map((recipient, at): NewMessage => {
    const values = { ...recipient.variables, ...links.get(recipient.id) };
    return {
      workspaceId,
      createdBy: campaign.createdBy,
      engineId: recipient.engineId,
      contactName: recipient.name,
      contactList: [{ mobile: recipient.mobile, name: recipient.name }],
      recipient: recipient.mobile,
      body: fillTemplate(campaign.variants[recipient.variant] ?? '', values).text,
      status: 'pending',
      ...momentAt(dueMs(firstMs, at, perMinute), zone),
      sentWith: 'whatsapp',
      origin: 'campaign',
      retryCount: recipient.retryCount,
      retryOf: recipient.retryOf,
      campaignId: campaign.name,
      campaignRecipientId: recipient.id,
    };
  });
  const ids = await insertMessages(tx, rows);
  const made = sendable.map(({ id }, at) => ({ id, message: ids[at], engine: rows[at]?.engineId }));
  await tx.execute(sql`
    update campaign_recipients r set message_id = made.message, engine_id = made.engine
    from json_to_recordset(${JSON.stringify(made)}::json) as made (id uuid, message uuid, engine uuid) where r.id = made.id`);
  const due = [...new Set(rows.map(({ engineId }) => engineId ?? null))];
  return {
    made: rows.length,
    nextDueAt: perMinute === null ? null : new Date(dueMs(firstMs, rows.length, perMinute)),
    events: [messagesStale(workspaceId), ...due.map((engineId) => laneDue(workspaceId, { engineId, dueAt: now }))],
  };
}

/** Makes the recipients' links, by recipient and variable. */
async function makeLinks(
  tx: Db,
  campaign: CampaignRow,
  sendable: readonly AssignedRecipient[],
  publicUrl: string,
): Promise<Map<string, Record<string, string>>> {
  const links = await makeFormLinks(tx, campaign, sendable, publicUrl);
  const hasOptOutLink = campaign.variants.some((text) => variablesOf(text).some(({ name }) => name === 'unsubscribe'));
  if (!hasOptOutLink) return links;
  const mobiles = sendable.map(({ mobile }) => mobile);
  const subscriptions = await ensureSubscriptions(tx, campaign.workspaceId, mobiles);
  for (const { id, mobile } of sendable) {
    const unsubscribe = new URL(`/unsubscribe/${subscriptions.get(mobile)}`, publicUrl).href;
    links.set(id, { ...links.get(id), unsubscribe });
  }
  return links;
}

/** Assigns up to `limit` recipients to lanes; the others are skipped or postponed. */
async function assignLanes(
  tx: Db,
  campaign: CampaignRow,
  waiting: readonly WaitingRecipient[],
  { lanes, zone: workspaceZone, now, limit }: Pick<FillContext, 'lanes' | 'zone' | 'now'> & { limit: number },
): Promise<AssignedRecipient[]> {
  const recipients = await selectRetries(tx, waiting);
  const mobiles = recipients.map(({ mobile }) => mobile);
  const suppressed = await isSuppressed(tx, campaign.workspaceId, mobiles);
  const answered = await answeredSince(tx, campaign, mobiles);
  const isStranger = await lanes.strangersOf(tx, mobiles);
  const opensAtMs = windowOpenings(campaign, now);
  const assigned: AssignedRecipient[] = [];
  const skipped: string[] = [];
  const answeredIds: string[] = [];
  const withoutContact: WaitingRecipient[] = [];
  const postponed: { id: string; due_at: Date }[] = [];
  for (const recipient of recipients) {
    if (assigned.length === limit) break;
    if (suppressed.has(recipient.mobile)) {
      skipped.push(recipient.id);
      continue;
    }
    if (recipient.contactId === null && formsFor(campaign, recipient).length > 0) {
      withoutContact.push(recipient);
      continue;
    }
    if (answered.has(recipient.mobile)) {
      answeredIds.push(recipient.id);
      continue;
    }
    const { zone } = contactZone(recipient, workspaceZone);
    const engineOrMs = opensAtMs(zone) ?? lanes.assign({ ...recipient, zone }, isStranger, now.getTime());
    if (typeof engineOrMs === 'string') assigned.push({ ...recipient, engineId: engineOrMs });
    else postponed.push({ id: recipient.id, due_at: new Date(engineOrMs) });
  }
  await skip(tx, skipped, { kind: 'opted-out' });
  await skip(tx, answeredIds, { kind: 'answered' });
  // Personal links need a contact.
  for (const recipient of withoutContact) {
    const variables = formsFor(campaign, recipient).map(({ variable }) => variable);
    await skip(tx, [recipient.id], { kind: 'missing', variables });
  }
  if (postponed.length > 0) {
    await tx.execute(sql`
      update campaign_recipients r set due_at = given.due_at
      from json_to_recordset(${JSON.stringify(postponed)}::json) as given (id uuid, due_at timestamptz) where r.id = given.id`);
  }
  return assigned;
}

/** The next waiting recipients, after a given one in their order. */
const listWaiting = (
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

async function skip(tx: Db, ids: readonly string[], reason: Parameters<typeof describeSkip>[0]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(campaignRecipients)
    .set({ outcome: 'skipped', outcomeAt: sql`now()`, reason: describeSkip(reason) })
    .where(inArray(campaignRecipients.id, [...ids]));
}
