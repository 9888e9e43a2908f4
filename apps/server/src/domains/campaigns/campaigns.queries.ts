import { RECIPIENT_STATES, type RecipientState } from '@switchyard/contracts/campaigns/operations';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { formsIn } from '../../platform/database/number-forms.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Reader, recipientsSeenBy, viewerId } from '../messages/index.ts';
import { campaignRecipients, campaigns } from './campaigns.schema.ts';

export type CampaignRow = typeof campaigns.$inferSelect;
export type RecipientRow = typeof campaignRecipients.$inferSelect & { state: RecipientState };
export type Counts = Record<RecipientState, number>;

/** A recipient's state; each is in exactly one. */
const STATE = sql<RecipientState>`case when ${campaignRecipients.outcome} is not null then ${campaignRecipients.outcome}
  when ${campaignRecipients.messageId} is null then 'waiting' else 'under-way' end`;

const ZERO_COUNTS = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, 0])) as Counts;

/** Counts the recipients of each campaign by state. */
export async function countRecipients(db: Db, campaignIds: string[]): Promise<Map<string, Counts>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .select({ id: campaignRecipients.campaignId, state: STATE, count: sql<number>`count(*)::int` })
    .from(campaignRecipients)
    .where(inArray(campaignRecipients.campaignId, campaignIds))
    .groupBy(campaignRecipients.campaignId, sql`2`);
  const counts = new Map(campaignIds.map((id) => [id, { ...ZERO_COUNTS }]));
  for (const { id, state, count } of rows) Object.assign(counts.get(id) ?? {}, { [state]: count });
  return counts;
}

/** Counts delivered and read messages of each campaign. */
export async function countReceipts(
  db: Db,
  campaignIds: string[],
): Promise<Map<string, { delivered: number; read: number }>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: campaignRecipients.campaignId,
      delivered: sql<number>`count(*) filter (where ${campaignRecipients.ack} >= 2)::int`,
      read: sql<number>`count(*) filter (where ${campaignRecipients.ack} >= 3)::int`,
    })
    .from(campaignRecipients)
    .where(and(inArray(campaignRecipients.campaignId, campaignIds), eq(campaignRecipients.outcome, 'sent')))
    .groupBy(campaignRecipients.campaignId);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Whether an unfinished campaign takes its recipients from a list. */
export const isAudienceInUse = async (db: Db, workspaceId: string, listId: string): Promise<boolean> =>
  (await db.$count(
    campaigns,
    and(
      eq(campaigns.workspaceId, workspaceId),
      inArray(campaigns.state, ['running', 'paused']),
      sql`${campaigns.audience}->'from'->>'listId' = ${listId}`,
    ),
  )) > 0;

/** Lists a page of campaigns, with the total. */
export async function listCampaigns(
  db: Db,
  workspaceId: string,
  {
    limit,
    skip,
    sort,
    search,
  }: { limit: number; skip: number; sort: 'createdAt' | '-createdAt'; search?: string | undefined },
): Promise<{ rows: CampaignRow[]; total: number }> {
  const matches = and(
    eq(campaigns.workspaceId, workspaceId),
    search ? containsText(campaigns.name, search) : undefined,
  );
  const direction = sort.startsWith('-') ? desc : asc;
  return pageOf(db, campaigns, matches, { limit, skip }, direction(campaigns.createdAt), direction(campaigns.id));
}

const campaignById = (workspaceId: string, id: string): SQL | undefined =>
  and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.id, id));

/** Finds a campaign. @throws Refusal `NOT_FOUND` */
export async function requireCampaign(db: Db, workspaceId: string, id: string): Promise<CampaignRow> {
  const [row] = await db.select().from(campaigns).where(campaignById(workspaceId, id));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Finds a campaign and locks it until the transaction ends. @throws Refusal `NOT_FOUND` */
export async function lockCampaign(tx: Db, workspaceId: string, id: string): Promise<CampaignRow> {
  const [row] = await tx.select().from(campaigns).where(campaignById(workspaceId, id)).for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** A message of a campaign that is not settled. */
export interface OpenMessage {
  id: string;
  /** The recipient's zone. Null: not set on the contact. */
  zone: string | null;
  mobile: string;
  /** Null: it waits for an engine. */
  engineId: string | null;
  holdRule: string | null;
}

export async function listOpenMessages(tx: Db, campaignId: string): Promise<OpenMessage[]> {
  const { rows } = await tx.execute<OpenMessage & Record<string, unknown>>(sql`
    select r.message_id as id, contacts.zone, r.mobile, m.engine_id as "engineId", m.hold_rule as "holdRule"
    from campaign_recipients r join messages m on m.id = r.message_id left join contacts on contacts.id = r.contact_id
    where r.campaign_id = ${campaignId} and r.outcome is null and r.message_id is not null`);
  return rows;
}

/**
 * Lists a page of the recipients visible to the reader, each once, with the number of matches. Whoever launched the
 * campaign sees all of them.
 */
export async function listRecipients(
  db: Db,
  reader: Reader,
  { id, createdBy }: Pick<CampaignRow, 'id' | 'createdBy'>,
  { limit, skip, state }: { limit: number; skip: number; state?: RecipientState | undefined },
): Promise<{ rows: RecipientRow[]; total: number; isPartial: boolean }> {
  const { engineId, mobile: recipient } = campaignRecipients;
  const isOwn = reader.userId !== null && createdBy === viewerId(reader);
  const seen = isOwn ? undefined : await recipientsSeenBy(db, reader, { engineId, recipient });
  const where = and(eq(campaignRecipients.campaignId, id), state ? sql`${STATE} = ${state}` : undefined, seen);
  const rows = await db
    .select({ row: campaignRecipients, state: STATE })
    .from(campaignRecipients)
    .where(where)
    .orderBy(asc(campaignRecipients.mobile))
    .limit(limit)
    .offset(skip);
  return {
    rows: rows.map((row) => ({ ...row.row, state: row.state })),
    total: await db.$count(campaignRecipients, where),
    isPartial: seen !== undefined,
  };
}

/** Maximum sent messages for which replies are counted while somebody waits. */
const MAX_REPLIES_COUNTED = 20_000;

/** Reads the progress of a campaign shown besides its counts. */
export async function readProgress(db: Db, campaignId: string, sent: number) {
  const { rows: acks } = await db.execute<{ delivered: number; read: number }>(sql`
    select count(*) filter (where ack >= 2)::int as delivered, count(*) filter (where ack >= 3)::int as read
    from campaign_recipients where campaign_id = ${campaignId} and outcome = 'sent'`);
  const { rows: hours } = await db.execute<{ at: Date; sent: number; failed: number }>(sql`
    select date_trunc('hour', outcome_at) as at, count(*) filter (where outcome = 'sent')::int as sent,
      count(*) filter (where outcome = 'failed')::int as failed
    from campaign_recipients where campaign_id = ${campaignId} and outcome in ('sent', 'failed') group by 1 order by 1 desc limit 48`);
  const replied = sent > MAX_REPLIES_COUNTED ? null : await countReplied(db, campaignId);
  const perHour = hours.toReversed().map((hour) => ({ ...hour, at: new Date(hour.at).toISOString() }));
  return { delivered: acks[0]?.delivered ?? 0, read: acks[0]?.read ?? 0, replied, perHour };
}

async function countReplied(db: Db, campaignId: string): Promise<number> {
  const { rows } = await db.execute<{ replied: number }>(sql`
    select count(*)::int as replied from campaign_recipients r join messages m on m.id = r.message_id
    where r.campaign_id = ${campaignId} and r.outcome = 'sent' and exists (
      select from received_messages received where received.engine_id = m.engine_id and received.chat = any (${formsIn(sql`r.mobile`)}) and received.written_at >= m.sent_at
        and received.from_me is not true)`);
  return rows[0]?.replied ?? 0;
}
