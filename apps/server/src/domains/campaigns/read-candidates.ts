import type { AudienceDefinition } from '@switchyard/contracts/campaigns/operations';
import { and, asc, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { missingOnWhatsapp } from '../contacts/index.ts';
import { isSuppressed } from '../suppression/index.ts';
import type { Candidate } from './evaluate-recipient.ts';

/**
 * Reads the next contacts of an audience by id, with everything needed to evaluate them.
 * @param where from `contactsOf`
 * @param after the last contact read; null: starts at the first
 */
export async function readCandidates(
  db: Db,
  workspaceId: string,
  where: SQL | undefined,
  { after, limit, atMost }: { after: string | null; limit: number; atMost: AudienceDefinition['atMost'] },
): Promise<Candidate[]> {
  const rows = await db
    .select({
      id: contacts.id,
      name: contacts.name,
      firstName: contacts.firstName,
      lastName: contacts.lastName,
      mobile: contacts.mobile,
      zone: contacts.zone,
      quietHours: contacts.quietHours,
      fields: contacts.fields,
      isMissing: missingOnWhatsapp,
    })
    .from(contacts)
    .where(and(where, after === null ? undefined : gt(contacts.id, after)))
    .orderBy(asc(contacts.id))
    .limit(limit);
  const mobiles = rows.map(({ mobile }) => mobile);
  const suppressed = await isSuppressed(db, workspaceId, mobiles);
  const recent = atMost ? await countRecentMessages(db, workspaceId, mobiles, atMost.days) : new Map<string, number>();
  return rows.map((row) => ({
    ...row,
    isSuppressed: suppressed.has(row.mobile),
    recentMessages: recent.get(row.mobile) ?? 0,
  }));
}

/** Counts campaign messages to these numbers, sent in the last days or still to be sent. */
async function countRecentMessages(
  db: Db,
  workspaceId: string,
  mobiles: string[],
  days: number,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ mobile: string; count: number }>(sql`
    select mobile, count(*)::int as count from campaign_recipients
    where workspace_id = ${workspaceId} and mobile = any (${sql.param(mobiles)}::text[])
      and (outcome is null or outcome = 'sent' and outcome_at > now() - ${days} * interval '1 day')
    group by mobile`);
  return new Map(rows.map(({ mobile, count }) => [mobile, count]));
}
