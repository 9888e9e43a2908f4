import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { recordset } from '../../../platform/database/recordset.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import { LoopShare } from '../../../platform/loop-share.ts';
import type { Platform } from '../../../platform/platform.ts';
import { businessTimeBetween } from '../business-time.ts';
import { conversationEvents } from '../inbox.schema.ts';
import { readSettings } from '../inbox-settings.ts';

const INTERVAL_MS = 1_000;
const MAX_AT_ONCE = 200;

interface UnmeasuredEvent extends Record<string, unknown> {
  id: string;
  workspace_id: string;
  since_ms: number;
  at_ms: number;
}

/**
 * Calculates the business time of answers and resolutions by the current hours, and which answers were the first since
 * the conversation was opened. Separate from the transaction that stores messages, to keep that cheap. Safe on several
 * workers at once.
 */
export const measureEvents = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<UnmeasuredEvent>(sql`
      select id, workspace_id, (extract(epoch from since) * 1000)::float8 as since_ms, (extract(epoch from created_at) * 1000)::float8 as at_ms
      from conversation_events where since is not null and business_ms is null order by id limit ${MAX_AT_ONCE} for update skip locked`);
    const share = new LoopShare();
    const measured: { id: string; businessMs: number }[] = [];
    for (const [workspaceId, events] of Map.groupBy(rows, (row) => row.workspace_id)) {
      const { hours } = await readSettings(tx, workspaceId);
      for (const { id, since_ms: fromMs, at_ms: toMs } of events) {
        measured.push({ id, businessMs: Math.round(businessTimeBetween(fromMs, toMs, hours)) });
        // With hours open for a minute a week, this has to examine every day of a year.
        await share.pause();
      }
    }
    await tx.execute(sql`
      update conversation_events e set business_ms = t.business_ms, is_first = e.kind = 'answered' and not exists (
        select from conversation_events before where before.conversation_id = e.conversation_id and before.kind = 'answered'
          and (before.created_at, before.id) < (e.created_at, e.id) and before.created_at > coalesce((
            select max(resolved.created_at) from conversation_events resolved where resolved.conversation_id = e.conversation_id
              and resolved.kind = 'resolved' and resolved.created_at < e.created_at), '-infinity'))
      from ${recordset(conversationEvents, measured, 't')} where e.id = t.id`);
  });

/** Measures until stopped. Role `worker`. */
export const startMeasuring = ({ database, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      await measureEvents(database.db);
    } catch (error) {
      log.warn({ err: error }, 'inbox response times could not be calculated');
    }
    return INTERVAL_MS;
  });
