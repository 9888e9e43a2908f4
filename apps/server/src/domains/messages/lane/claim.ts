import { MAX_CLAIM } from '@switchyard/contracts/engine/protocol';
import type pg from 'pg';
import { type EngineIdentity, FENCE, fenceError, LEASE } from '../../engines/index.ts';
import type { ChangedRow } from '../messages.events.ts';
import { ASKING_LANES, type LaneRequest, laneColumns } from './batch-lanes.ts';
import { atMostPoll, type Claim } from './claim-answer.ts';
import { claimPaced } from './claim-paced.ts';
import { OUTGOING_COLUMNS, type OutgoingRow, toOutgoing } from './outgoing.ts';

/**
 * Of a lane and its workspace: it has rules, somebody there has quiet hours of their own, it has rows that only the
 * rules look at, or what became late while it was out.
 */
const PACED = `(known_per_minute is not null or new_per_minute is not null or daily_cap is not null or restriction_scope is not null or first_contacts_aside or warm_up or replies_per_minute is not null or gap_to_seconds is not null
      or out_since is not null or quiet_from is not null or (workspaces.quiet_hours is not null and not quiet_off)
      or exists (select from contacts where contacts.workspace_id = workspaces.id and jsonb_typeof(contacts.quiet_hours) = 'object'))`;
/** Rows of the main line, of which a claim takes the due ones from the head. */
const IN_LINE = `status = 'pending' and hold_rule is distinct from 'first_contact'`;

const TAKE = `attempt = m.attempt + 1, tries = m.tries + 1, status = 'sending', claimed_at = now(), hold_rule = null, version = m.version + 1, updated_at = now()`;

const DURABLE_IF_TAKEN = `set_config('synchronous_commit', case when exists (select from claimed) then current_setting('synchronous_commit') else 'off' end, true)`;

const UNTIL_NEXT = `ceil(extract(epoch from next.claimable_at - now()) * 1000)::float8`;

/** For the order alone: a number, of which the driver makes no date. */
const CLAIMABLE = 'extract(epoch from m.claimable_at)::float8 as claimable_at';

/**
 * The rows that were taken, behind a row without an id for each lane. Joined to their lanes instead, every row would be
 * held against every lane, and would look for what comes next anew.
 */
const TAKEN_ROWS = `union all
  select place, null, null, null, null, claimed.* from claimed
  order by lane_place, claimable_at nulls first, id`;

/**
 * The whole claim of a lane without rules, in one statement and so one round trip and one commit: check the generation,
 * renew the lease, move due rows to `sending`. When the lane has rules it takes nothing and says so. An engine that a
 * person has stopped takes nothing: what its process holds is being finished.
 * - The lane's row lock orders it with a takeover: whoever comes second sees the first one's result.
 * - The inner literal limit lets the planner choose the index walk for every value of $4; rows are locked only as the
 *   outer limit pulls them.
 * - `(select $1)`: a value that the planner sees before it plans makes it plan each claim anew, which costs more than
 *   the claim; one plan is right for all.
 * - Rows taken are on the disk before the answer leaves; a claim that took none changed the lease only and does not
 *   wait for the disk.
 * - Rows that an edit has locked this moment are stepped over; the edit pokes the lane when it commits. Parameters: $1
 *   engine id, $2 generation, $3 token version, $4 most rows.
 */
const CLAIM = {
  name: 'lane_claim',
  text: `
  with lane as (
    update engine_lanes lane set expires_at = now() + ${LEASE} from engines join workspaces on workspaces.id = engines.workspace_id
    where engines.id = lane.engine_id and ${FENCE}
    returning engines.workspace_id, engines.desired = 'running' and engines.plan_held_at is null as runs, ${PACED} as paced
  ), due as (
    select id from (
      select id from messages
      where engine_id = (select $1::uuid) and ${IN_LINE} and claimable_at <= now()
        and (select runs and not paced from lane)
      order by claimable_at, id limit ${MAX_CLAIM} for update skip locked
    ) head limit (select $4::int)
  ), claimed as (
    update messages m set ${TAKE}, lease_generation = $2
    from due where m.id = due.id
    returning ${OUTGOING_COLUMNS}, ${CLAIMABLE}, 1 as place
  )
  select 1 as lane_place, lane.paced, lane.workspace_id, ${DURABLE_IF_TAKEN},
    (select ${UNTIL_NEXT} from (
      select claimable_at from messages
      where engine_id = (select $1::uuid) and ${IN_LINE} and claimable_at > now()
        and lane.runs and not lane.paced
      order by claimable_at, id limit 1
    ) next) as next_in_ms, claimed.*
  from lane left join claimed on false
  ${TAKEN_ROWS}`,
};

/**
 * The same for many lanes, in one commit and so one wait for the disk; it holds of each what is said of `CLAIM`, but:
 * - Lanes and rows that anybody else works at this moment are passed over, so that it waits for nobody and cannot
 *   deadlock.
 * - A lane's row is locked, which orders it with a takeover, and its lease left as it is: that is what renewals are
 *   for. Parameters: arrays $1 engine ids, $2 generations, $3 token versions, $4 most rows of each.
 */
const CLAIM_MANY = {
  name: 'lane_claim_many',
  text: `
  with lane as materialized (
    select asked.place::int as lane_place, (select $4::int[])[asked.place] as most, lane.engine_id, lane.generation, engine.workspace_id,
      engine.desired = 'running' and engine.plan_held_at is null as runs, ${PACED} as paced
    from ${ASKING_LANES}
    join workspaces on workspaces.id = engine.workspace_id
    for no key update of lane skip locked
  ), due as materialized (
    select lane.lane_place, lane.generation, head.id from lane cross join lateral (
      select id from (
        select id from messages
        where engine_id = lane.engine_id and ${IN_LINE} and claimable_at <= now()
        order by claimable_at, id limit ${MAX_CLAIM} for update skip locked
      ) line limit lane.most
    ) head where lane.runs and not lane.paced
  ), claimed as (
    update messages m set ${TAKE}, lease_generation = due.generation
    from due where m.id = due.id
    returning ${OUTGOING_COLUMNS}, ${CLAIMABLE}, due.lane_place as place
  )
  select lane.lane_place, lane.paced, lane.workspace_id, ${DURABLE_IF_TAKEN}, ${UNTIL_NEXT} as next_in_ms, claimed.*
  from lane left join lateral (
    select claimable_at from messages
    where engine_id = lane.engine_id and ${IN_LINE} and claimable_at > now() and lane.runs and not lane.paced
    order by claimable_at, id limit 1
  ) next on true left join claimed on false
  ${TAKEN_ROWS}`,
};

interface LaneRow {
  lane_place: number;
  paced: boolean;
  workspace_id: string;
  next_in_ms: number | null;
}
type TakenRow = OutgoingRow & ChangedRow & { lane_place: number };
/** Of each lane that may claim its own row first, then what it took. */
type ClaimRow = (LaneRow & { id: null }) | TakenRow;

/** Most rows of a lane, 1 to `MAX_CLAIM`. */
export interface ClaimAsk extends LaneRequest {
  limit: number;
}

/**
 * Takes the next due messages of a lane for the holder of `generation`.
 * @throws 409 `LEASE_LOST`, 401; nothing was changed then.
 */
export async function claim(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, limit }: { generation: number; limit: number },
): Promise<Claim> {
  const { rows } = await pool.query<ClaimRow>({
    ...CLAIM,
    values: [identity.engineId, generation, identity.tokenVersion, limit],
  });
  const [lane] = rows;
  if (lane?.id !== null) throw await fenceError(pool, identity);
  if (lane.paced) return claimPaced(pool, identity, { generation, limit });
  return toClaim(lane, rows, limit);
}

/**
 * Most rows of one statement for many lanes, so that it ends soon; a lane that has more due gets the rest when it asks
 * again, at once.
 */
const MAX_OF_MANY = 2_000;

/**
 * As {@link claim} for different lanes, those with rules each in their own transaction; null: a lane that was passed
 * over, or may not.
 */
export async function claimMany(pool: pg.Pool, asked: readonly ClaimAsk[]): Promise<(Claim | Promise<Claim> | null)[]> {
  const share = Math.ceil(MAX_OF_MANY / asked.length);
  const most = asked.map(({ limit }) => Math.min(limit, share));
  const { rows } = await pool.query<ClaimRow>({ ...CLAIM_MANY, values: [...laneColumns(asked), most] });
  const byLane = Map.groupBy(rows, (row) => row.lane_place);
  return asked.map((ask, at) => {
    const answer = byLane.get(at + 1) ?? [];
    const [lane] = answer;
    if (lane?.id !== null) return null;
    if (lane.paced) return claimPaced(pool, ask.identity, ask);
    return toClaim(lane, answer, most[at] ?? 0);
  });
}

function toClaim(lane: LaneRow, rows: ClaimRow[], limit: number): Claim {
  const taken = rows.filter((row) => row.id !== null);
  return {
    workspaceId: lane.workspace_id,
    messages: taken.map(toOutgoing),
    changed: taken,
    nextInMs: taken.length === limit ? 0 : atMostPoll(lane.next_in_ms),
    moreInDoubt: false,
  };
}
