import { sql } from 'drizzle-orm';
import { CAMPAIGN_HOLD, NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import type { Changes } from './change-message.ts';

const IS_OVERDUE = sql`hold_rule = ${OVERDUE_HOLD}`;
/** Its campaign releases it. A person's retry of a failed message does not belong to the campaign. */
const IS_HELD_BY_CAMPAIGN = sql`campaign_recipient_id is not null`;
/** It never had an engine and gets one now: if it has become late meanwhile, a person is asked, as in the sweep. */
const IS_LATE_WITHOUT_ENGINE = sql`engine_id is null and gone_engine is null and due_at < now() - ${`${OVERDUE_AFTER_MS} milliseconds`}::interval`;

/**
 * The columns that put a cancelled message back into its lane as it was. An unanswered overdue question stays open. Its
 * place in the lane is that of its due moment, so that the lane sees how late it is. If its engine was deleted
 * meanwhile, it waits for a person, as if it had never been cancelled.
 * @param sendingEngine used if the message has never had an engine
 */
export function requeueChanges(sendingEngine: string | null): Changes {
  const isLate = sql`${sendingEngine}::uuid is not null and ${IS_LATE_WITHOUT_ENGINE}`;
  return {
    status: 'pending',
    holdRule: sql`case when ${IS_OVERDUE} then hold_rule when ${IS_HELD_BY_CAMPAIGN} then ${CAMPAIGN_HOLD} when ${isLate} then ${OVERDUE_HOLD} end`,
    claimableAt: sql`case when ${IS_OVERDUE} or ${IS_HELD_BY_CAMPAIGN} or ${isLate} then ${NEVER}::timestamptz else due_at end`,
    engineId: sql`case when gone_engine is null then coalesce(engine_id, ${sendingEngine}::uuid) end`,
    sendFailureReason: null,
  };
}
