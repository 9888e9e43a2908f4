import { text } from '@switchyard/contracts/text/text';
import { sqlText } from '../../../platform/database/text-value.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { READY_ENGINES } from '../../engines/index.ts';
import { SET_UNDELIVERED } from '../change/undelivered.ts';
import { CAMPAIGN_HOLD, NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import { type ChangedRow, changedAt, laneDue, messagesChanged, messagesStale } from '../messages.events.ts';
import { ENGINE_OF_WORKSPACE, lastOfChat } from '../numbers/choose-number.ts';
import { notifyOverdue } from '../overdue/notify-overdue.ts';
import { NEW_WA_MESSAGE_ID } from '../write/insert-messages.ts';

const SWEEP_INTERVAL_MS = 10_000;
/** How long a row may go without a report before the sweep handles it. */
const STUCK_AFTER_MS = 10 * 60_000;
/** How long a stopped process gets to finish. */
const DRAIN_MS = 60_000;
/** Maximum rows changed per statement; the next round takes the rest. */
const BATCH_SIZE = 1_000;

const GONE = sqlText(text('sentEngineDeleted'));
const STOPPED = sqlText(text('sentEngineStopped'));

const IS_LATE = `m.due_at < now() - interval '${OVERDUE_AFTER_MS} milliseconds'`;

/**
 * Attaches pending messages without a lane to the engine the rule of `choose-number.ts` picks; it picked none when they
 * were made. Messages whose engine was deleted wait for a person. For messages that have become late meanwhile a person
 * decides, as after an outage. To WhatsApp an id is one message of one account only: a message that another number may
 * have sent is left to a person, and one that was claimed but cannot have been sent gets a new id. The query starts
 * from the engines, so a workspace without one costs nothing however many messages wait there; `skip locked` lets
 * several workers sweep at once.
 */
const ATTACH = `
  with ready as (${READY_ENGINES}), lane as (${ENGINE_OF_WORKSPACE}), waiting as (
    select head.id, coalesce(${lastOfChat('lane.workspace_id', 'head.recipient')}, lane.id) as engine_id from lane cross join lateral (
      select id, recipient from messages where workspace_id = lane.workspace_id and status = 'pending' and engine_id is null and gone_engine is null and not in_doubt
      limit ${BATCH_SIZE} for update skip locked
    ) head limit ${BATCH_SIZE}
  )
  update messages m set engine_id = waiting.engine_id,
    hold_rule = case when m.hold_rule = '${CAMPAIGN_HOLD}' then m.hold_rule when ${IS_LATE} then '${OVERDUE_HOLD}' end,
    claimable_at = case when m.hold_rule = '${CAMPAIGN_HOLD}' then m.claimable_at when ${IS_LATE} then '${NEVER}' else greatest(m.due_at, now()) end,
    wa_message_id = case when m.attempt > 0 then ${NEW_WA_MESSAGE_ID} else m.wa_message_id end,
    version = m.version + 1, updated_at = now()
  from waiting where m.id = waiting.id
  returning m.id, m.workspace_id, m.engine_id, m.claimable_at`;

/** Rows in this state whose engine was deleted, or was stopped and has no process any more. */
function abandonedRows(state: string): string {
  return `select m.id, m.engine_id is null as gone from messages m
      left join engines engine on engine.id = m.engine_id
      left join engine_lanes lane on lane.engine_id = m.engine_id
    where ${state} and (m.engine_id is null or engine.desired <> 'running' and coalesce(lane.expires_at < now(), true)
      and greatest(m.updated_at, engine.updated_at) < now() - interval '${STUCK_AFTER_MS} milliseconds')
    limit ${BATCH_SIZE} for update of m skip locked`;
}

/**
 * Parks rows that may have been sent and that no process will settle, because their engine was deleted, or has been
 * stopped for so long that its process is gone. A person must settle them. If the engine is started before, it settles
 * them under their ids.
 */
const PARK = `
  with taken as (
    ${abandonedRows(`m.status = 'sending'`)}
  ), in_doubt as (
    ${abandonedRows(`m.status = 'pending' and m.in_doubt`)}
  )
  update messages m set status = 'unknown', in_doubt = false, hold_rule = null, version = m.version + 1, updated_at = now(),
    send_failure_reason = case when stuck.gone then ${GONE} else ${STOPPED} end
  from (select * from taken union all select * from in_doubt) stuck where m.id = stuck.id
  returning m.id, m.workspace_id, m.status, m.ack, m.version, m.send_failure_reason, m.retry_count, ${changedAt('m.updated_at')}`;

/**
 * Completes messages that a person settled as failed while an engine might have had them: the engine was deleted, or
 * has been stopped for so long that its process is gone. Nobody sends them any more.
 */
const COMPLETE_SETTLED = `
  update messages m set ${SET_UNDELIVERED}
  from (${abandonedRows(`m.status = 'failed' and m.in_doubt`)}) settled where m.id = settled.id
  returning m.id, m.workspace_id, m.status, m.ack, m.version, m.send_failure_reason, m.retry_count, ${changedAt('m.updated_at')}`;

/**
 * Frees the lease of a connected engine with rows in `sending` for too long that it hasn't reported or named as held
 * since: it doesn't know that it has them (its report was lost in a database crash). The engine then takes a new lease,
 * which begins with the rows in doubt. Processes that report what they hold find such rows themselves
 * (`HOLDING_TOLD_MS`); this is for protocol version 1.
 */
const FREE = `
  update engine_lanes lane set holder = null, instance_id = null, expires_at = null
  from engines engine
  where engine.id = lane.engine_id and engine.status = 'connected' and lane.expires_at > now() and exists (
    select from messages m where m.engine_id = lane.engine_id and m.status = 'sending' and m.lease_generation = lane.generation
      and greatest(m.updated_at, lane.holding_told_at) < now() - interval '${STUCK_AFTER_MS} milliseconds')
  returning lane.engine_id`;

/** Revokes the tokens of stopped engines whose process hasn't ended although it had time to finish. */
const REVOKE = `
  with late as (
    update engines set token_version = token_version + 1
    from engine_lanes lane
    where engines.desired <> 'running' and engines.updated_at < now() - interval '${DRAIN_MS} milliseconds'
      and lane.engine_id = engines.id and lane.expires_at > now()
    returning engines.id
  )
  update engine_lanes lane set holder = null, instance_id = null, expires_at = null from late where lane.engine_id = late.id`;

/** Number of rows a sweep changed; `freed` counts lanes. */
export interface SweepResult {
  attached: number;
  parked: number;
  freed: number;
}

/**
 * Repairs what no engine process can: messages without a lane, and messages forgotten by theirs. Safe to run at any
 * time and concurrently.
 */
export async function sweepLanes(platform: Platform): Promise<SweepResult> {
  const { pool } = platform.database;
  const parked = await pool.query<ChangedRow & { workspace_id: string }>(PARK);
  const completed = await pool.query<ChangedRow & { workspace_id: string }>(COMPLETE_SETTLED);
  platform.events.dispatch([...parked.rows, ...completed.rows].map((row) => messagesChanged(row.workspace_id, [row])));
  const attached = await pool.query<{ workspace_id: string; engine_id: string; claimable_at: Date }>(ATTACH);
  platform.events.dispatch(
    attached.rows.flatMap((row) => [
      messagesStale(row.workspace_id),
      laneDue(row.workspace_id, { engineId: row.engine_id, dueAt: row.claimable_at }),
    ]),
  );
  await pool.query(REVOKE);
  const freed = await pool.query(FREE);
  // Comes last, so that a failed notification delays no message.
  platform.events.dispatch(await notifyOverdue(platform.database.db));
  return { attached: attached.rows.length, parked: parked.rows.length, freed: freed.rowCount ?? 0 };
}

/** Sweeps periodically until stopped. A failed sweep is logged and repeated. */
export const startLaneSweep = (platform: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      const { attached, parked, freed } = await sweepLanes(platform);
      if (attached + parked + freed > 0) platform.log.info({ attached, parked, freed }, 'swept the lanes');
      return attached === BATCH_SIZE || parked === BATCH_SIZE ? 0 : SWEEP_INTERVAL_MS;
    } catch (error) {
      platform.log.warn({ err: error }, 'the lanes could not be swept');
      return SWEEP_INTERVAL_MS;
    }
  });
