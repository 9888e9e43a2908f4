import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conversationChanged } from '../inbox.events.ts';
import { TRANSITIONS } from '../transitions.ts';

const INTERVAL_MS = 5_000;
const MAX_AT_ONCE = 500;

/** Reopens conversations whose snooze is over, each with an event. Safe on several workers at once. */
export async function wakeSnoozed(db: Db, now: Date): Promise<DomainEvent[]> {
  const { rows } = await db.execute<{ id: string; workspace_id: string; version: number }>(sql`
    with due as (
      select id from conversations where status = 'snoozed' and snoozed_until <= ${now} order by snoozed_until limit ${MAX_AT_ONCE}
      for update skip locked
    ), woken as (
      update conversations c set status = ${TRANSITIONS.wake.snoozed}, snoozed_until = null, version = version + 1 from due where c.id = due.id
      returning c.id, c.workspace_id, c.version
    ), noted as (
      insert into conversation_events (id, workspace_id, conversation_id, kind) select gen_random_uuid(), workspace_id, id, 'woken' from woken
    )
    select * from woken`);
  return rows.map(({ id, workspace_id, version }) => conversationChanged(workspace_id, { id, version }));
}

/** Wakes snoozed conversations until stopped. Role `worker`. */
export const startWaking = ({ database, events, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      events.dispatch(await wakeSnoozed(database.db, new Date()));
    } catch (error) {
      log.warn({ err: error }, 'snoozed conversations could not be checked');
    }
    return INTERVAL_MS;
  });
