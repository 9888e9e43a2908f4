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
 * Contacts per transaction, at most a second's work. Like the page size of the pre-flight, a multiple of 60: whatever
 * the number of variants (at most five), they alternate consistently across pages, so that recipients get the text that
 * was shown.
 */
export const EXPAND_BATCH_SIZE = 1_980;

/**
 * Adds the next contacts of the audience as recipients; once all are added, the cost is known and spent. Progress is
 * stored in the same transaction, so that a crash loses nothing. The caller holds the campaign's lock.
 * @returns the updated campaign
 */
export async function expand(tx: Db, campaign: CampaignRow, limit = EXPAND_BATCH_SIZE): Promise<CampaignRow> {
  const { id: campaignId, workspaceId, audience, variants, startAt } = campaign;
  const { atMost } = audience;
  const where = await contactsOf(tx, workspaceId, audience);
  const candidates = await readCandidates(tx, workspaceId, where, { after: campaign.expandedTo, limit, atMost });
  const rows = candidates.map((contact, at) => {
    const evaluation = evaluateRecipient(contact, { variants, atMost: atMost?.messages ?? null }, at);
    const { variables, variant, skip } = evaluation;
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
