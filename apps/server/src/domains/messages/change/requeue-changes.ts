import { sql } from 'drizzle-orm';
import type { Changes } from './change-message.ts';
import { CAMPAIGN_HOLD, NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD } from '../holds/persistent-holds.ts';

const IS_ASKED = sql`hold_rule = ${OVERDUE_HOLD}`;
/** Its campaign lets it go. A new try that a person made of what failed is none of the campaign's. */
const IS_OF_CAMPAIGN = sql`campaign_recipient_id is not null`;
/** It never had an engine, and gets one now: what has become late meanwhile is asked about, as the sweep does. */
const IS_LATE_WITHOUT_ENGINE = sql`engine_id is null and gone_engine is null and due_at < now() - ${`${OVERDUE_AFTER_MS} milliseconds`}::interval`;

/**
 * What a cancelled message becomes that waits again: what it was. A question that nobody has answered stays one, and
 * its place in the line is that of its due moment, so that its lane sees how late it is. One whose engine was deleted
 * meanwhile waits for a person, as if it had never been cancelled.
 * @param sendingEngine for what has never had an engine
 */
export function requeueChanges(sendingEngine: string | null): Changes {
  const isLate = sql`${sendingEngine}::uuid is not null and ${IS_LATE_WITHOUT_ENGINE}`;
  return {
    status: 'pending',
    holdRule: sql`case when ${IS_ASKED} then hold_rule when ${IS_OF_CAMPAIGN} then ${CAMPAIGN_HOLD} when ${isLate} then ${OVERDUE_HOLD} end`,
    claimableAt: sql`case when ${IS_ASKED} or ${IS_OF_CAMPAIGN} or ${isLate} then ${NEVER}::timestamptz else due_at end`,
    engineId: sql`case when gone_engine is null then coalesce(engine_id, ${sendingEngine}::uuid) end`,
    sendFailureReason: null,
  };
}
