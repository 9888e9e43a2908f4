import { fillTemplate, variablesOf } from '@switchyard/message-template';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { contactZone } from '../contacts/index.ts';
import { insertMessages, laneDue, messagesStale, momentAt, type NewMessage, quietUntil } from '../messages/index.ts';
import { ensureSubscriptions, holdSuppressions, isSuppressed } from '../suppression/index.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import { campaignRecipients } from './campaigns.schema.ts';
import { skipWords } from './judge-recipient.ts';

/** Messages of a campaign that stand in lanes at once. Few, so that a pause, a cancel or a wish to be left alone meets few; enough to keep a lane busy for seconds. */
const MOST_UNDER_WAY = 500;
const AT_ONCE = 250;
/** A campaign with a speed of its own puts messages into the lane so long before their time. */
const AHEAD_MS = 15_000;

export interface Feeding {
  /** Engines that may send it now; messages take turns. */
  engineIds: readonly string[];
  /** The workspace's. */
  zone: string;
  publicUrl: string;
  underWay: number;
  now: Date;
}

/** When a campaign's window opens in a zone (ms since 1970); null: it is open. Outside it is as quiet hours are: from its end to its beginning. */
export const closedUntil = ({ windowFrom, windowTo }: CampaignRow, now: Date, zone: string): number | null =>
  quietUntil({ quietFrom: windowTo, quietTo: windowFrom }, now.getTime(), zone);

type Waiting = Awaited<ReturnType<typeof nextWaiting>>[number];

/**
 * Makes messages for the next recipients: as many as the lanes and the campaign's own speed have room for, and only for whom the window is open. That they have one is
 * written in the same transaction, so nobody gets two. The caller holds the campaign's lock.
 * @returns what happened, and when its own speed allows the next one
 */
export async function feed(
  tx: Db,
  campaign: CampaignRow,
  { engineIds, zone, publicUrl, underWay, now }: Feeding,
): Promise<{ events: DomainEvent[]; nextDueAt: Date | null; fed: number }> {
  const { workspaceId, perMinute } = campaign;
  const stepMs = perMinute === null ? 0 : 60_000 / perMinute;
  const firstMs = Math.max(now.getTime(), campaign.nextDueAt?.getTime() ?? 0);
  const bySpeed = perMinute === null ? AT_ONCE : Math.floor((now.getTime() + AHEAD_MS - firstMs) / stepMs) + 1;
  const room = Math.min(AT_ONCE, MOST_UNDER_WAY - underWay, bySpeed);
  if (room <= 0) return { events: [], nextDueAt: campaign.nextDueAt, fed: 0 };

  const waiting = await nextWaiting(tx, campaign.id, now, room);
  await holdSuppressions(tx, workspaceId);
  const unwanted = await isSuppressed(
    tx,
    workspaceId,
    waiting.map(({ mobile }) => mobile),
  );
  const sendable: Waiting[] = [];
  for (const one of waiting) {
    const closed = closedUntil(campaign, now, contactZone(one, zone).zone);
    if (unwanted.has(one.mobile)) await skip(tx, one.id);
    else if (closed !== null)
      await tx
        .update(campaignRecipients)
        .set({ dueAt: new Date(closed) })
        .where(eq(campaignRecipients.id, one.id));
    else sendable.push(one);
  }
  if (sendable.length === 0) return { events: [], nextDueAt: campaign.nextDueAt, fed: 0 };

  const wantsLink = campaign.variants.some((text) => variablesOf(text).some(({ name }) => name === 'unsubscribe'));
  const links = wantsLink
    ? await ensureSubscriptions(
        tx,
        workspaceId,
        sendable.map(({ mobile }) => mobile),
      )
    : new Map();
  const rows = sendable.map((one, at): NewMessage => {
    const link = links.get(one.mobile);
    const values = { ...one.variables, ...(link && { unsubscribe: new URL(`/unsubscribe/${link}`, publicUrl).href }) };
    return {
      workspaceId,
      createdBy: campaign.createdBy,
      engineId: engineIds[at % engineIds.length] ?? null,
      contactName: one.name,
      contactList: [{ mobile: one.mobile, name: one.name }],
      recipient: one.mobile,
      body: fillTemplate(campaign.variants[one.variant] ?? '', values).text,
      status: 'pending',
      ...momentAt(firstMs + at * stepMs, zone),
      sentWith: 'whatsapp',
      origin: 'campaign',
      retryCount: 0,
      isRecurring: false,
      verifyContact: false,
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
    nextDueAt: perMinute === null ? null : new Date(firstMs + rows.length * stepMs),
    events: [messagesStale(workspaceId), ...due.map((engineId) => laneDue(workspaceId, { engineId, dueAt: now }))],
  };
}

const nextWaiting = (tx: Db, campaignId: string, now: Date, limit: number) =>
  tx
    .select({
      id: campaignRecipients.id,
      mobile: campaignRecipients.mobile,
      name: campaignRecipients.name,
      variables: campaignRecipients.variables,
      variant: campaignRecipients.variant,
      zone: contacts.zone,
    })
    .from(campaignRecipients)
    .leftJoin(contacts, eq(contacts.id, campaignRecipients.contactId))
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        isNull(campaignRecipients.outcome),
        isNull(campaignRecipients.messageId),
        lte(campaignRecipients.dueAt, now),
      ),
    )
    .orderBy(asc(campaignRecipients.dueAt), asc(campaignRecipients.id))
    .limit(limit);

const skip = (tx: Db, id: string) =>
  tx
    .update(campaignRecipients)
    .set({ outcome: 'skipped', outcomeAt: sql`now()`, reason: skipWords({ kind: 'opted-out' }) })
    .where(eq(campaignRecipients.id, id));
