import { text } from '@switchyard/contracts/text/text';
import { sqlText } from '../../../platform/database/text-value.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { READY_ENGINES } from '../../engines/index.ts';
import { ENGINE_OF_WORKSPACE, lastOfChat } from '../choose-number.ts';
import { NEW_WA_MESSAGE_ID } from '../insert-messages.ts';
import { CAMPAIGN_HOLD, NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD } from '../lasting-holds.ts';
import { type ChangedRow, changedAt, laneDue, messagesChanged, messagesStale } from '../messages.events.ts';
import { notifyOverdue } from '../overdue-tell.ts';
import { SET_UNDELIVERED } from '../settled-not.ts';

const EVERY_MS = 10_000;
/** A row that nobody has said a word about for so long is looked into. */
const STUCK_AFTER_MS = 10 * 60_000;
/** A stopped process is given this long to finish. */
const DRAIN_MS = 60_000;
/** Rows that one statement of a sweep changes at most; the next round takes the rest. */
const AT_ONCE = 1_000;

const GONE = sqlText(text('sentEngineDeleted'));
const STOPPED = sqlText(text('sentEngineStopped'));

const IS_LATE = `m.due_at < now() - interval '${OVERDUE_AFTER_MS} milliseconds'`;

/**
 * Pending messages without a lane get the engine that the rule of `choose-number.ts` picks: it picked none when they
 * were made. Those whose engine was deleted wait for a person. What has become late meanwhile is asked about, as after
 * an outage. An id is one message to WhatsApp for one account only: what another number may have sent already is for a
 * person, what was claimed and cannot have left gets a new id. It starts from the engines, so that a workspace without
 * one costs nothing however much waits there; `skip locked` lets several workers sweep at once.
 */
const ATTACH = `
  with ready as (${READY_ENGINES}), lane as (${ENGINE_OF_WORKSPACE}), waiting as (
    select head.id, coalesce(${lastOfChat('lane.workspace_id', 'head.recipient')}, lane.id) as engine_id from lane cross join lateral (
      select id, recipient from messages where workspace_id = lane.workspace_id and status = 'pending' and engine_id is null and gone_engine is null and not in_doubt
      limit ${AT_ONCE} for update skip locked
    ) head limit ${AT_ONCE}
  )
  update messages m set engine_id = waiting.engine_id,
    hold_rule = case when m.hold_rule = '${CAMPAIGN_HOLD}' then m.hold_rule when ${IS_LATE} then '${OVERDUE_HOLD}' end,
    claimable_at = case when m.hold_rule = '${CAMPAIGN_HOLD}' then m.claimable_at when ${IS_LATE} then '${NEVER}' else greatest(m.due_at, now()) end,
    wa_message_id = case when m.attempt > 0 then ${NEW_WA_MESSAGE_ID} else m.wa_message_id end,
    version = m.version + 1, updated_at = now()
  from waiting where m.id = waiting.id
  returning m.id, m.workspace_id, m.engine_id, m.claimable_at`;

/** Rows in this state whose engine is gone, or was stopped and has no process any more. */
function unsettled(state: string): string {
  return `select m.id, m.engine_id is null as gone from messages m
      left join engines engine on engine.id = m.engine_id
      left join engine_lanes lane on lane.engine_id = m.engine_id
    where ${state} and (m.engine_id is null or engine.desired <> 'running' and coalesce(lane.expires_at < now(), true)
      and greatest(m.updated_at, engine.updated_at) < now() - interval '${STUCK_AFTER_MS} milliseconds')
    limit ${AT_ONCE} for update of m skip locked`;
}

/**
 * Rows that may have left and that no process will settle: their engine was deleted, or stopped for so long that its
 * process is gone and it was not started again. A person must. Whoever starts the engine before then has them settled
 * under their ids.
 */
const PARK = `
  with taken as (
    ${unsettled(`m.status = 'sending'`)}
  ), in_doubt as (
    ${unsettled(`m.status = 'pending' and m.in_doubt`)}
  )
  update messages m set status = 'unknown', in_doubt = false, hold_rule = null, version = m.version + 1, updated_at = now(),
    send_failure_reason = case when stuck.gone then ${GONE} else ${STOPPED} end
  from (select * from taken union all select * from in_doubt) stuck where m.id = stuck.id
  returning m.id, m.workspace_id, m.status, m.ack, m.version, m.send_failure_reason, m.retry_count, ${changedAt('m.updated_at')}`;

/**
 * What a person has settled and an engine may have had: it is gone, or was stopped for so long that its process is.
 * Nobody sends it any more.
 */
const LET_GO_OF = `
  update messages m set ${SET_UNDELIVERED}
  from (${unsettled(`m.status = 'failed' and m.in_doubt`)}) settled where m.id = settled.id
  returning m.id, m.workspace_id, m.status, m.ack, m.version, m.send_failure_reason, m.retry_count, ${changedAt('m.updated_at')}`;

/**
 * Rows that a connected engine has had for long without a word, and that it has not named since as rows that it holds:
 * it does not know that it has them (its report was lost with the database's last moments). Freeing the lease makes it
 * take a new one, and that begins with the rows in doubt. A process that tells what it holds finds them by itself
 * (`HOLDING_REPORT_MS`); this is for those of the protocol's first version.
 */
const FREE = `
  update engine_lanes lane set holder = null, instance_id = null, expires_at = null
  from engines engine
  where engine.id = lane.engine_id and engine.status = 'connected' and lane.expires_at > now() and exists (
    select from messages m where m.engine_id = lane.engine_id and m.status = 'sending' and m.lease_generation = lane.generation
      and greatest(m.updated_at, lane.holding_told_at) < now() - interval '${STUCK_AFTER_MS} milliseconds')
  returning lane.engine_id`;

/** Engines that were stopped and whose process does not end: it has had the time to finish what it held. */
const REVOKE = `
  with late as (
    update engines set token_version = token_version + 1
    from engine_lanes lane
    where engines.desired <> 'running' and engines.updated_at < now() - interval '${DRAIN_MS} milliseconds'
      and lane.engine_id = engines.id and lane.expires_at > now()
    returning engines.id
  )
  update engine_lanes lane set holder = null, instance_id = null, expires_at = null from late where lane.engine_id = late.id`;

/** What a sweep did, in rows; `freed` in lanes. */
export interface Swept {
  attached: number;
  parked: number;
  freed: number;
}

/**
 * Mends what no engine process can: messages without a lane, messages that theirs has forgotten. Safe to run at any
 * time and several times at once.
 */
export async function sweepLanes(platform: Platform): Promise<Swept> {
  const { pool } = platform.database;
  const parked = await pool.query<ChangedRow & { workspace_id: string }>(PARK);
  const letGo = await pool.query<ChangedRow & { workspace_id: string }>(LET_GO_OF);
  platform.events.dispatch([...parked.rows, ...letGo.rows].map((row) => messagesChanged(row.workspace_id, [row])));
  const attached = await pool.query<{ workspace_id: string; engine_id: string; claimable_at: Date }>(ATTACH);
  platform.events.dispatch(
    attached.rows.flatMap((row) => [
      messagesStale(row.workspace_id),
      laneDue(row.workspace_id, { engineId: row.engine_id, dueAt: row.claimable_at }),
    ]),
  );
  await pool.query(REVOKE);
  const freed = await pool.query(FREE);
  // Last: that people are not told keeps no message.
  platform.events.dispatch(await notifyOverdue(platform.database.db));
  return { attached: attached.rows.length, parked: parked.rows.length, freed: freed.rowCount ?? 0 };
}

/** Sweeps now and then until stopped. A failed sweep is told in the log and tried again. */
export const startLaneSweep = (platform: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      const { attached, parked, freed } = await sweepLanes(platform);
      if (attached + parked + freed > 0) platform.log.info({ attached, parked, freed }, 'swept the lanes');
      return attached === AT_ONCE || parked === AT_ONCE ? 0 : EVERY_MS;
    } catch (error) {
      platform.log.warn({ err: error }, 'the lanes could not be swept');
      return EVERY_MS;
    }
  });
