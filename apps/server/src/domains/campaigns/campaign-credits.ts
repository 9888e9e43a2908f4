import type { CampaignDraft } from '@switchyard/contracts/campaigns/operations';
import { type Text, text } from '@switchyard/contracts/text/text';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { creditsLeft, reserveCredits, spendReserved } from '../billing/index.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { contactsOf } from './audience.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import { campaignRecipients, campaigns } from './campaigns.schema.ts';
import { evaluateAudience } from './evaluate-audience.ts';

/** Credits per recipient. */
const CREDITS_PER_RECIPIENT = 1;

/**
 * Reserves the credits a campaign may cost. Evaluating every contact takes seconds in which its first messages could be
 * sent, so this only happens if a credit per contact exceeds the balance.
 * @returns the reserved credits
 * @throws Refusal `NO_CREDITS_LEFT` if the whole campaign exceeds this month's balance
 */
export async function reserveForCampaign(
  tx: Db,
  workspaceId: string,
  draft: Pick<CampaignDraft, 'audience' | 'variants'>,
): Promise<number> {
  const all = (await tx.$count(contacts, await contactsOf(tx, workspaceId, draft.audience))) * CREDITS_PER_RECIPIENT;
  try {
    await reserveCredits(tx, workspaceId, all);
    return all;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NO_CREDITS_LEFT') throw error;
  }
  const needed = (await countSendable(tx, workspaceId, draft)) * CREDITS_PER_RECIPIENT;
  await reserveCredits(tx, workspaceId, needed);
  return needed;
}

async function countSendable(
  db: Db,
  workspaceId: string,
  draft: Pick<CampaignDraft, 'audience' | 'variants'>,
): Promise<number> {
  let sendable = 0;
  for await (const page of evaluateAudience(db, workspaceId, draft)) {
    sendable += page.filter(({ evaluation }) => evaluation.skip === null).length;
  }
  return sendable;
}

/**
 * Spends a campaign's credits once its recipients are known: one per recipient who was not skipped, whatever happens
 * later, at most the reserved number. The caller holds the campaign's lock.
 */
export async function spendForCampaign(
  tx: Db,
  { id, workspaceId, createdBy, name, createdAt, reservedCredits }: CampaignRow,
): Promise<void> {
  if (reservedCredits === null) return;
  const recipients = await tx.$count(
    campaignRecipients,
    and(eq(campaignRecipients.campaignId, id), sql`${campaignRecipients.outcome} is distinct from 'skipped'`),
  );
  await tx.update(campaigns).set({ reservedCredits: null }).where(eq(campaigns.id, id));
  await spendReserved(tx, {
    workspaceId,
    userId: createdBy,
    kind: 'campaign',
    credits: recipients * CREDITS_PER_RECIPIENT,
    subject: name,
    details: { campaignId: id, recipients },
    reserved: reservedCredits,
    at: createdAt,
  });
}

/** Why a campaign with this many recipients exceeds the balance. Null: it doesn't. */
export async function creditShortage(db: Db, workspaceId: string, recipients: number): Promise<Text | null> {
  const { left, renewsAt } = await creditsLeft(db, workspaceId);
  const needed = recipients * CREDITS_PER_RECIPIENT;
  if (left === null || needed <= left) return null;
  return text('campaignCredits', { needed, left, date: renewsAt.toISOString().slice(0, 10) });
}
