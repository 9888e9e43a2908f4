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

/** A message that is sent to somebody costs one credit. */
const CREDITS_EACH = 1;

/**
 * Keeps as many credits as a campaign may cost. To judge every contact takes seconds, in which its first messages could
 * be out: it is done only where one for each contact is more than is left.
 * @returns how many
 * @throws Refusal `NO_CREDITS_LEFT`: it does not fit as a whole into what is left this month
 */
export async function reserveForCampaign(
  tx: Db,
  workspaceId: string,
  draft: Pick<CampaignDraft, 'audience' | 'variants'>,
): Promise<number> {
  const all = (await tx.$count(contacts, await contactsOf(tx, workspaceId, draft.audience))) * CREDITS_EACH;
  try {
    await reserveCredits(tx, workspaceId, all);
    return all;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NO_CREDITS_LEFT') throw error;
  }
  const needed = (await countSendable(tx, workspaceId, draft)) * CREDITS_EACH;
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
    sendable += page.filter(({ judged }) => judged.skip === null).length;
  }
  return sendable;
}

/**
 * Spends what a campaign costs, once its readers are known: a credit for everybody who was to be sent to, whatever
 * becomes of it then, at most what was kept for it. The caller holds the campaign's lock.
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
    credits: recipients * CREDITS_EACH,
    subject: name,
    details: { campaignId: id, recipients },
    reserved: reservedCredits,
    at: createdAt,
  });
}

/** Why a campaign of so many does not fit into what is left; null: it does. */
export async function lackOfCredits(db: Db, workspaceId: string, recipients: number): Promise<Text | null> {
  const { left, renewsAt } = await creditsLeft(db, workspaceId);
  const needed = recipients * CREDITS_EACH;
  if (left === null || needed <= left) return null;
  return text('campaignCredits', { needed, left, date: renewsAt.toISOString().slice(0, 10) });
}
