import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

const SETTLED = sql`('sent', 'failed', 'cancelled', 'unknown')`;

/** Records the outcomes of settled messages. @returns the number of newly settled recipients */
export async function settle(tx: Db, campaignId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update campaign_recipients r set outcome = m.status, outcome_at = coalesce(m.sent_at, m.updated_at), reason = m.send_failure_reason,
      ack = m.ack, engine_id = coalesce(m.engine_id, r.engine_id)
    from messages m
    where r.campaign_id = ${campaignId} and r.outcome is null and r.message_id is not null and m.id = r.message_id and m.status in ${SETTLED}`);
  return rowCount ?? 0;
}

/**
 * Updates every outcome from its message: receipts arrive later, a sent message may still fail, and a person may decide
 * about an unknown one or restore a cancelled one.
 * @returns the number of changed outcomes
 */
export async function compareAll(tx: Db, campaignId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update campaign_recipients r set
      outcome = case when m.status in ${SETTLED} then m.status end,
      outcome_at = case when m.status in ${SETTLED} then coalesce(m.sent_at, m.updated_at) end,
      reason = m.send_failure_reason, ack = m.ack, engine_id = coalesce(m.engine_id, r.engine_id)
    from messages m
    where r.campaign_id = ${campaignId} and m.id = r.message_id
      and (r.ack <> m.ack or r.outcome is distinct from case when m.status in ${SETTLED} then m.status end)`);
  return rowCount ?? 0;
}

const MAX_OUTCOMES = 50;
const MAX_FAILED = MAX_OUTCOMES / 5;

/** Whether more than a fifth of the last fifty outcomes since it was resumed have failed. */
export async function failsTooOften(tx: Db, { id, judgedFrom }: { id: string; judgedFrom: Date }): Promise<boolean> {
  const { rows } = await tx.execute<{ failed: number }>(sql`
    select count(*) filter (where outcome = 'failed')::int as failed from (
      select outcome from campaign_recipients
      where campaign_id = ${id} and outcome is not null and outcome in ('sent', 'failed', 'unknown') and outcome_at >= ${judgedFrom}
      order by outcome_at desc limit ${MAX_OUTCOMES}
    ) latest`);
  return (rows[0]?.failed ?? 0) > MAX_FAILED;
}
