import type { Running } from '../../../platform/domain.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ChangedRow, laneDue, messagesChanged, messagesStale } from '../messages.events.ts';

const EVERY_MS = 10_000;
/** Longer than any driver holds a claimed row while it is connected. */
const STUCK_AFTER_MS = 10 * 60_000;
/** Rows that one statement of a sweep changes at most; the next round takes the rest. */
const AT_ONCE = 1_000;

/**
 * Pending messages without a lane get their workspace's engine: it had none when they were made, or theirs was deleted.
 * It starts from the engines, so that a workspace without one costs nothing however much waits there; `skip locked` lets several workers sweep at once.
 */
const ATTACH = `
  with lane as (
    select distinct on (workspace_id) workspace_id, id from engines where active and engine_type = 'session-pod' order by workspace_id, id
  ), waiting as (
    select head.id, lane.id as engine_id from lane cross join lateral (
      select id from messages where workspace_id = lane.workspace_id and status = 'pending' and engine_id is null
      limit ${AT_ONCE} for update skip locked
    ) head limit ${AT_ONCE}
  )
  update messages m set engine_id = waiting.engine_id, hold_rule = null, claimable_at = greatest(m.due_at, now()), version = m.version + 1, updated_at = now()
  from waiting where m.id = waiting.id
  returning m.id, m.workspace_id, m.engine_id, m.claimable_at`;

/** Rows that were on their way when their engine was deleted: nobody can settle them any more, so a person must. */
const PARK = `
  with stuck as (
    select id from messages where status = 'sending' and engine_id is null limit ${AT_ONCE} for update skip locked
  )
  update messages m set status = 'unknown', version = m.version + 1, updated_at = now(),
    send_failure_reason = 'Its engine was deleted while it was on its way. Check the chat before sending it again.'
  from stuck where m.id = stuck.id
  returning m.id, m.workspace_id, m.status, m.ack, m.version, m.send_failure_reason, m.retry_count, m.updated_at`;

/**
 * Rows that a connected engine has had for long without a word: it does not know that it has them (its report was lost with the database's last
 * moments). Freeing the lease makes it take a new one, and that begins with the rows in doubt.
 */
const FREE = `
  update engine_lanes lane set holder = null, instance_id = null, expires_at = null
  from engines engine
  where engine.id = lane.engine_id and engine.status = 'connected' and lane.expires_at > now() and exists (
    select from messages m where m.engine_id = lane.engine_id and m.status = 'sending' and m.lease_generation = lane.generation
      and m.updated_at < now() - interval '${STUCK_AFTER_MS} milliseconds')
  returning lane.engine_id`;

/** What a sweep did, in rows; `freed` in lanes. */
export interface Swept {
  attached: number;
  parked: number;
  freed: number;
}

/** Mends what no engine process can: messages without a lane, messages that theirs has forgotten. Safe to run at any time and several times at once. */
export async function sweepLanes(platform: Platform): Promise<Swept> {
  const { pool } = platform.database;
  const parked = await pool.query<ChangedRow & { workspace_id: string }>(PARK);
  platform.events.dispatch(parked.rows.map((row) => messagesChanged(row.workspace_id, [row])));
  const attached = await pool.query<{ workspace_id: string; engine_id: string; claimable_at: Date }>(ATTACH);
  platform.events.dispatch(
    attached.rows.flatMap((row) => [
      messagesStale(row.workspace_id),
      laneDue(row.workspace_id, { engineId: row.engine_id, dueAt: row.claimable_at }),
    ]),
  );
  const freed = await pool.query(FREE);
  return { attached: attached.rows.length, parked: parked.rows.length, freed: freed.rowCount ?? 0 };
}

/** Sweeps now and then until stopped. A failed sweep is told in the log and tried again. */
export function startLaneSweep(platform: Platform): Running {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    try {
      const { attached, parked, freed } = await sweepLanes(platform);
      if (attached + parked + freed > 0) platform.log.info({ attached, parked, freed }, 'swept the lanes');
      plan(attached === AT_ONCE || parked === AT_ONCE ? 0 : EVERY_MS);
    } catch (error) {
      platform.log.warn({ err: error }, 'the lanes could not be swept');
      plan(EVERY_MS);
    }
  };
  const plan = (inMs: number) => {
    if (!stopped) timer = setTimeout(() => (sweeping = round()), inMs);
  };
  sweeping = round();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
    },
  };
}
