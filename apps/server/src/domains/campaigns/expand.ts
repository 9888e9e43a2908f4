import { storedText } from '@switchyard/contracts/text/registry';
import { eq, sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { contactsOf } from './audience.ts';
import { spendForCampaign } from './campaign-credits.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import { campaigns } from './campaigns.schema.ts';
import { describeSkip, evaluateRecipient } from './evaluate-recipient.ts';
import { readCandidates } from './read-candidates.ts';

/**
 * Contacts that one transaction makes recipients of: a second's work at most. A multiple of 60, as a page of
 * pre-flight: however many variants take turns (at most five), they go on in turn from one page to the next, and a
 * reader gets the text that was shown.
 */
export const EXPAND_AT_ONCE = 1_980;

/**
 * Makes the next contacts of the audience recipients; when all are, what it costs is known and spent. How far it has
 * come is written in the same transaction: whoever goes on after a crash goes on there. The caller holds the campaign's
 * lock.
 * @returns the campaign as it is then
 */
export async function expand(tx: Db, campaign: CampaignRow, limit = EXPAND_AT_ONCE): Promise<CampaignRow> {
  const { id: campaignId, workspaceId, audience, variants, startAt } = campaign;
  const { atMost } = audience;
  const where = await contactsOf(tx, workspaceId, audience);
  const candidates = await readCandidates(tx, workspaceId, where, { after: campaign.expandedTo, limit, atMost });
  const rows = candidates.map((contact, at) => {
    const judged = evaluateRecipient(contact, { variants, atMost: atMost?.messages ?? null }, at);
    const { variables, variant, skip } = judged;
    return {
      id: newId(),
      workspace_id: workspaceId,
      campaign_id: campaignId,
      contact_id: contact.id,
      mobile: contact.mobile,
      name: contact.name,
      variables,
      variant,
      due_at: startAt,
      ...(skip && { outcome: 'skipped', outcome_at: new Date(), reason: storedText(describeSkip(skip)) }),
    };
  });
  if (rows.length > 0) {
    await tx.execute(sql`
      insert into campaign_recipients (id, workspace_id, campaign_id, contact_id, mobile, name, variables, variant, due_at, outcome, outcome_at, reason)
      select id, workspace_id, campaign_id, contact_id, mobile, name, variables, variant, due_at, outcome, outcome_at, reason
      from json_populate_recordset(null::campaign_recipients, ${JSON.stringify(rows)}::json)
      on conflict (campaign_id, mobile) do nothing`);
  }
  const isExpanded = candidates.length < limit;
  const [after = campaign] = await tx
    .update(campaigns)
    .set({ expandedTo: candidates.at(-1)?.id ?? campaign.expandedTo, isExpanded })
    .where(eq(campaigns.id, campaignId))
    .returning();
  if (isExpanded) await spendForCampaign(tx, after);
  return after;
}
