import { MAX_CLAIM } from '@switchyard/contracts/engine/protocol';
import type pg from 'pg';
import { sqlTextWith } from '../../../platform/database/text-value.ts';
import { type EngineIdentity, FENCE, fenceError, LEASE } from '../../engines/index.ts';
import { SET_UNDELIVERED } from '../change/undelivered.ts';
import { type ChangedRow, changedAt } from '../messages.events.ts';
import type { Claim } from './claim-answer.ts';
import { OUTGOING_COLUMNS, type OutgoingRow, toOutgoing } from './outgoing.ts';

/**
 * A message that was in flight this many times when its engine process ended probably causes the crash: it is parked so
 * that the lane can go on.
 */
export const MAX_ATTEMPTS_IN_DOUBT = 20;

/** Whether the requesting process does not hold row `m`. */
const IS_NOT_HELD = `(m.lease_generation is distinct from $2 or ($6::uuid[] is not null and not exists (
        select from unnest($6::uuid[], $7::int[]) as held (id, attempt) where held.id = m.id and coalesce(held.attempt = m.attempt, true))))`;

/**
 * Takes over rows that an earlier generation left in `sending`, oldest first, under their old ids. With $6, also this
 * generation's rows that the process doesn't know of (the response that carried them was lost). A row that it doesn't
 * hold and that a person has settled is not sent any more; a row that it holds and that is no longer in `sending` is
 * returned as over. Parameters: $1 engine id, $2 generation, $3 token version, $4 maximum rows, $5 maximum tries, $6
 * ids the process holds, or null, $7 their attempts, or null.
 */
const RESUME = {
  name: 'lane_resume',
  text: `
  with lane as (
    update engine_lanes lane set expires_at = now() + ${LEASE},
      holding_told_at = case when $6::uuid[] is null then lane.holding_told_at else now() end
    from engines where engines.id = lane.engine_id and ${FENCE}
    returning lane.engine_id, engines.workspace_id, engines.desired = 'running' as runs
  ), doubtful as (
    select m.id, m.claimed_at, row_number() over (order by m.claimed_at, m.claimable_at, m.id) as place
    from messages m join lane on lane.engine_id = m.engine_id
    where m.status = 'sending' and lane.runs
      and ${IS_NOT_HELD}
    order by m.claimed_at, m.claimable_at, m.id limit $4 + 1
  ), locked as materialized (
    -- Locked in one order, to avoid a deadlock with a late report of an earlier holder.
    select m.id from messages m join doubtful on doubtful.id = m.id where doubtful.place <= $4 order by m.id for no key update of m
  ), resumed as (
    update messages m set lease_generation = $2, version = m.version + 1, updated_at = now(), in_doubt = true,
      attempt = m.attempt + 1, tries = case when m.tries >= $5 then m.tries else m.tries + 1 end,
      status = case when m.tries >= $5 then 'unknown' else 'sending' end,
      send_failure_reason = case when m.tries >= $5
        then ${sqlTextWith('sentEngineStopping', { times: 'm.tries' })}
        else m.send_failure_reason end
    from doubtful join locked on locked.id = doubtful.id where m.id = doubtful.id and m.status = 'sending'
    returning ${OUTGOING_COLUMNS}, m.send_failure_reason, doubtful.place
  )
  , let_go as (
    update messages m set ${SET_UNDELIVERED}
    from lane where m.engine_id = lane.engine_id and m.status = 'failed' and m.in_doubt and ${IS_NOT_HELD}
    returning m.id, m.status, m.ack, m.version, m.send_failure_reason, m.retry_count, ${changedAt('m.updated_at')}
  )
  select lane.workspace_id, resumed.*, (select count(*) > $4 from doubtful) as more, (select json_agg(let_go) from let_go) as let_go,
    array(select held.id from unnest($6::uuid[]) held (id) where not exists (
      select from messages m where m.id = held.id and m.engine_id = lane.engine_id and m.status = 'sending')) as over
  from lane left join resumed on true
  order by resumed.place`,
};

type ResumedRow = OutgoingRow &
  ChangedRow & { workspace_id: string; id: string | null; more: boolean; let_go: ChangedRow[] | null; over: string[] };

/**
 * Hands the rows in doubt to the holder of `generation`, to settle them before anything new is sent.
 * @throws 409 `LEASE_LOST`, 401; nothing has been changed then
 */
export async function resume(
  pool: pg.Pool,
  identity: EngineIdentity,
  {
    generation,
    limit,
    holding,
    holdingAttempts,
  }: {
    generation: number;
    limit: number;
    holding?: string[] | undefined;
    holdingAttempts?: number[] | undefined;
  },
): Promise<Claim> {
  const { rows } = await pool.query<ResumedRow>({
    ...RESUME,
    values: [
      identity.engineId,
      generation,
      identity.tokenVersion,
      Math.min(limit, MAX_CLAIM),
      MAX_ATTEMPTS_IN_DOUBT,
      holding ?? null,
      holdingAttempts ?? null,
    ],
  });
  const [first] = rows;
  if (!first) throw await fenceError(pool, identity);
  const changed = first.id === null ? [] : rows;
  return {
    workspaceId: first.workspace_id,
    messages: changed.filter((row) => row.status === 'sending').map(toOutgoing),
    changed: [...changed, ...(first.let_go ?? [])],
    nextInMs: 0,
    moreInDoubt: first.more,
    over: first.over,
  };
}
