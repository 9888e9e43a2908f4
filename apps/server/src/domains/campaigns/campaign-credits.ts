import type { CampaignDraft } from '@switchyard/contracts/campaigns';
import type { Db } from '../../platform/database/database.ts';
import { creditsLeft, spendCredits } from '../billing/index.ts';
import { judgeAudience } from './judge-audience.ts';

/** A message that is sent to somebody costs one credit. */
const CREDITS_EACH = 1;

/**
 * Spends what a campaign costs, once: a credit for everybody who would be sent to at its launch, whatever becomes of it then.
 * @throws Refusal `NO_CREDITS_LEFT`: it does not fit as a whole into what is left this month
 */
export async function spendForCampaign(
  tx: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { id, draft }: { id: string; draft: Pick<CampaignDraft, 'name' | 'audience' | 'variants'> },
): Promise<void> {
  let recipients = 0;
  for await (const page of judgeAudience(tx, workspaceId, draft)) {
    recipients += page.filter(({ judged }) => judged.skip === null).length;
  }
  const credits = recipients * CREDITS_EACH;
  await spendCredits(tx, {
    workspaceId,
    userId,
    kind: 'campaign',
    credits,
    subject: draft.name,
    details: { campaignId: id, recipients },
  });
}

/** Why a campaign of so many does not fit into what is left; null: it does. */
export async function lackOfCredits(db: Db, workspaceId: string, recipients: number): Promise<string | null> {
  const { left, renewsAt } = await creditsLeft(db, workspaceId);
  const needed = recipients * CREDITS_EACH;
  if (left === null || needed <= left) return null;
  return `It costs ${needed} credits, one for each reader, and ${left} are left. There are new ones on ${renewsAt.toISOString().slice(0, 10)}.`;
}
